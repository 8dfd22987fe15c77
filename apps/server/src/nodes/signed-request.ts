import { randomBytes } from 'node:crypto'
import { type Seal, sameText } from '../seal.ts'

export const signatureHeader = 'x-longreach-node'

/** Milliseconds for which a signature is valid, and the maximum difference between the clocks of two nodes. */
const lifeMs = 60_000
const skewMs = 60_000
/** Most cached signatures; older ones will soon expire anyway. */
const mostKept = 200_000

/** The values that a signature covers. */
export interface Sent {
  method: string
  host: string
  url: string
  /** Hex sha256 of the body; empty for a stream. */
  digest: string
}

export interface SignedRequest {
  from: string
  /** Address of the browser whose request the other node passes on; empty for that node's own requests. */
  client: string
  digest: string
}

/**
 * A signature proves that a request comes from another node of the installation: an HMAC under a key derived from
 * SECRET_KEY, over sender, receiver, method, host, path and the browser's address, valid once and for a minute.
 */
export function createSigner(seal: Pick<Seal, 'mac'>, own: string, now: () => number = Date.now) {
  const seen = new Map<string, number>()

  const macOf = (parts: readonly string[]) => seal.mac('node', JSON.stringify(parts))

  function remember(nonce: string, expires: number): boolean {
    if (seen.has(nonce)) return false
    // The first ones are the oldest.
    for (const [old, until] of seen) {
      if (until > now() && seen.size < mostKept) break
      seen.delete(old)
    }
    seen.set(nonce, expires)
    return true
  }

  return {
    sign(to: string, sent: Sent, client = ''): string {
      const fields = [own, client, sent.digest, String(now() + lifeMs), randomBytes(12).toString('hex')]
      const text = Buffer.from(JSON.stringify(fields)).toString('base64url')
      return `${text}.${macOf([to, sent.method, sent.host, sent.url, ...fields])}`
    },

    /** undefined if the signature is forged, expired, already used, or for another node or another request. */
    verify(header: string, sent: Omit<Sent, 'digest'>): SignedRequest | undefined {
      const [text = '', mac = ''] = header.split('.')
      const fields = parse(text)
      if (!fields || !sameText(mac, macOf([own, sent.method, sent.host, sent.url, ...fields]))) return undefined
      const [from = '', client = '', digest = '', expiry = '', nonce = ''] = fields
      const expires = Number(expiry)
      if (!(expires > now() - skewMs) || expires > now() + lifeMs + skewMs) return undefined
      return remember(nonce, expires + skewMs) ? { from, client, digest } : undefined
    },
  }
}

export type Signer = ReturnType<typeof createSigner>

function parse(text: string): string[] | undefined {
  try {
    const fields: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(fields) && fields.every((field) => typeof field === 'string') ? fields : undefined
  } catch {
    return undefined
  }
}
