import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const nonceBytes = 12
const tagBytes = 16

/** Secrets at rest: AES-256-GCM, `nonce ‖ tag ‖ ciphertext`. */
export interface Seal {
  seal(secret: string): Buffer
  /** Throws if the bytes were changed or sealed with another key. */
  open(sealed: Buffer): string
  /** HMAC-SHA256 in hex, under a key derived for that use. */
  mac(use: string, text: string): string
  /** The key derived for that use. */
  keyOf(use: string): Buffer
}

/** HMAC-SHA256 in hex. */
export const macWith = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex')

/** AES-256-GCM, `nonce ‖ tag ‖ ciphertext`. Only the same `context` opens it. */
export function sealBytes(key: Buffer, bytes: Buffer, context = ''): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  const text = cipher.update(bytes)
  // In this mode the end adds no bytes, here and below, so that files are not copied once more.
  cipher.final()
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Throws if the bytes were changed, or sealed with another key or context. */
export function openBytes(key: Buffer, sealed: Buffer, context = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = decipher.update(sealed.subarray(nonceBytes + tagBytes))
  decipher.final()
  return text
}

export function createSeal(key: Buffer): Seal {
  const keyOf = (use: string) => createHmac('sha256', key).update(use).digest()
  return {
    seal: (secret) => sealBytes(key, Buffer.from(secret)),
    open: (sealed) => openBytes(key, sealed).toString('utf8'),
    mac: (use, text) => macWith(keyOf(use), text),
    keyOf,
  }
}

/** The key from SECRET_KEY, else from a file in the data folder that only its owner may read; created if missing. */
export async function loadSealKey(secretKey: string | undefined, dataDir: string): Promise<Buffer> {
  if (secretKey) return Buffer.from(secretKey, 'hex')
  const file = path.join(dataDir, 'secret-key')
  try {
    return Buffer.from((await readFile(file, 'utf8')).trim(), 'hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await mkdir(dataDir, { recursive: true })
  const key = randomBytes(32)
  await writeFile(file, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(file, 0o600)
  return key
}

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** Constant-time comparison. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other))
}
