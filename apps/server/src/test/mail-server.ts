import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string
  /** The mail as received. */
  raw: string
  headers: Map<string, string>
  text: string
  html: string
}

export interface MailServer {
  url: string
  mails: ReceivedMail[]
  /** Its answers to recipients, by address; it accepts all others. */
  refusals: Map<string, { code: number; message: string }>
  stop(): Promise<void>
}

function decode(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'))
}

function read(raw: string, from: string, to: string): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1] ?? 'none'
  const parts = raw.split(`--${boundary}`)
  const part = (type: string) => decode(parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? '')
  return { from, to, raw, headers, text: part('text/plain'), html: part('text/html') }
}

/** A real mail server on loopback that stores the mails it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const refusals: MailServer['refusals'] = new Map()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, answer) {
      const refusal = refusals.get(address)
      answer(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null)
    },
    onData(stream, session, answer) {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push(read(raw, mailFrom ? mailFrom.address : '', rcptTo.map(({ address }) => address).join()))
        answer()
      }, answer)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
