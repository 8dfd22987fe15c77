import { createHmac } from 'node:crypto'
import { proofText } from '@longreach/contract/link/identity'
import { formatUpLine, type Hello, parseDownLine } from '@longreach/contract/link/lines'
import { type Link, openLink, type Server } from './link.ts'

/** Proof of identity: an enrolment key `<id>.<secret>`, or the password typed in the add-device form. */
export type Credential = { key: string } | { password: string }

export class Refused extends Error {
  readonly code: number
  /** Seconds before another attempt. */
  readonly retry: number

  constructor(code: number, retry: number, reason: string) {
    super(`refused ${code}: ${reason}`)
    this.name = 'Refused'
    this.code = code
    this.retry = retry
  }
}

const within = 30_000

/** Enrols and resolves with the device id. Rejects with Refused, or with an Error if the link broke. */
export async function enrol(server: Server, privateKey: string, hello: Hello, credential: Credential): Promise<number> {
  const [keyId, secret] = 'key' in credential ? splitKey(credential.key) : [undefined, credential.password]
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let link: Link | undefined
  const timer = setTimeout(() => {
    reject(new Error('enrolment took too long'))
    link?.cut()
  }, within)

  function answer(line: string): void {
    const parsed = parseDownLine(line)
    if (parsed?.verb === 'nonce') {
      const proof = createHmac('sha256', secret)
        .update(proofText(parsed.nonce, hello.serial, hello.mac))
        .digest('hex')
      link?.send(formatUpLine({ verb: 'proof', proof }))
    } else if (parsed?.verb === 'bound') resolve(parsed.device)
    else if (parsed?.verb === 'refused') reject(new Refused(parsed.code, parsed.retry, parsed.reason))
  }

  try {
    link = await openLink(server, { user: 'enroll', privateKey }, within, {
      line: answer,
      closed: (reason) => reject(new Error(reason)),
    })
    link.send(formatUpLine({ verb: 'hello', hello: keyId === undefined ? hello : { ...hello, key: keyId } }))
    return await promise
  } finally {
    clearTimeout(timer)
    link?.cut()
    promise.catch(() => {})
  }
}

function splitKey(key: string): [id: string, secret: string] {
  const dot = key.indexOf('.')
  if (dot < 1 || dot === key.length - 1) throw new Error('An enrolment key has the form <id>.<secret>')
  return [key.slice(0, dot), key.slice(dot + 1)]
}
