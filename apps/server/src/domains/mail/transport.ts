import nodemailer from 'nodemailer'
import { plainLine } from './render.ts'

interface Message {
  id: string
  to: string
  subject: string
  text: string
  html: string
}

/** A mail server's answer to a mail: accepted, refused permanently, or not now. */
export type Outcome =
  | { kind: 'sent'; response: string }
  /** `address` if the address was refused, not the content. */
  | { kind: 'refused'; address: boolean; response: string }
  | { kind: 'later'; response: string }

export interface Transport {
  send(message: Message): Promise<Outcome>
}

interface SmtpError extends Error {
  responseCode?: number
  response?: string
  command?: string
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/
const short = (text: string) => plainLine(text).slice(0, 500)

/** Problems with the server's own mail account must be fixed by the operator: until then the mail waits. */
function outcomeOf(error: SmtpError): Outcome {
  const response = short(error.response ?? error.message)
  const final = (error.responseCode ?? 0) >= 500
  if (final && error.command === 'RCPT TO') return { kind: 'refused', address: true, response }
  if (final && error.command === 'DATA') return { kind: 'refused', address: false, response }
  return { kind: 'later', response }
}

/** Speaks SMTP to the server of SMTP_URL; credentials are sent over TLS only, except to loopback. */
export function createTransport(smtpUrl: string, from: { name: string; address: string }): Transport {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const transport = nodemailer.createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    ...(username
      ? {
          auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
          requireTLS: !loopback.test(hostname),
        }
      : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.split('@')[1]
  return {
    async send({ id, to, ...message }) {
      try {
        const { response } = await transport.sendMail({
          ...message,
          from,
          // Passed as an object: no parsing of addresses.
          to: { name: '', address: to },
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { kind: 'sent', response: short(response) }
      } catch (error) {
        return outcomeOf(error as SmtpError)
      }
    },
  }
}
