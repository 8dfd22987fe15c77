import { formatGet, formatPut, type Put } from '@longreach/contract/link/files'
import ssh2 from 'ssh2'
import { onTestFinished } from 'vitest'

interface Known {
  port: number
  deviceId: number
  privateKey: string
}

interface Transfer {
  client: ssh2.Client
  channel: ssh2.ClientChannel
  /** Bytes received so far. */
  came: () => number
  closed: () => boolean
  /** All output until the channel closed. */
  end: Promise<{ bytes: Buffer; said: string; exit: number | undefined }>
}

/** Listens from the first byte on, which arrives with the confirmation that the command runs. */
export function openFile({ port, deviceId, privateKey }: Known, ticket: string, offset = 0): Promise<Transfer> {
  const client = new ssh2.Client()
  onTestFinished(() => void client.destroy())
  return new Promise((resolve, reject) => {
    client.on('error', reject)
    client.once('ready', () => {
      client.exec(formatGet({ ticket, offset }), (error, channel) => {
        if (error) return reject(error)
        const chunks: Buffer[] = []
        let said = ''
        let exit: number | undefined
        let closed = false
        channel.on('data', (chunk: Buffer) => chunks.push(chunk))
        channel.stderr.on('data', (chunk: Buffer) => {
          said += chunk
        })
        channel.on('exit', (code: number) => {
          exit = code
        })
        client.on('close', () => {
          closed = true
        })
        // Like a client with its input from /dev/null.
        channel.end()
        const end = new Promise<Awaited<Transfer['end']>>((ended) => {
          channel.on('close', () => {
            client.end()
            ended({ bytes: Buffer.concat(chunks), said: said.trim(), exit })
          })
        })
        const came = () => chunks.reduce((sum, chunk) => sum + chunk.length, 0)
        resolve({ client, channel, came, closed: () => closed, end })
      })
    })
    client.connect({ host: '127.0.0.1', port, username: String(deviceId), privateKey })
  })
}

/** Fetches all bytes from the offset on. */
export const fetchFile = async (known: Known, ticket: string, offset = 0) => (await openFile(known, ticket, offset)).end

/** Runs `put` with the bytes as its input; without `whole` the connection is cut once they were sent. */
export function sendPart(
  { port, deviceId, privateKey }: Known,
  put: Put,
  bytes: Buffer = Buffer.alloc(0),
  whole = true,
): Promise<{ output: string; said: string; exit: number | undefined }> {
  const client = new ssh2.Client()
  onTestFinished(() => void client.destroy())
  return new Promise((resolve, reject) => {
    client.on('error', reject)
    client.once('ready', () => {
      client.exec(formatPut(put), (error, channel) => {
        if (error) return reject(error)
        const end = { output: '', said: '', exit: undefined as number | undefined }
        channel.on('data', (chunk: Buffer) => {
          end.output += chunk
        })
        channel.stderr.on('data', (chunk: Buffer) => {
          end.said += chunk
        })
        channel.on('exit', (code: number) => {
          end.exit = code
        })
        client.on('close', () => resolve({ ...end, said: end.said.trim() }))
        channel.on('close', () => client.end())
        if (whole) channel.end(bytes)
        else channel.write(bytes, () => client.destroy())
      })
    })
    client.connect({ host: '127.0.0.1', port, username: String(deviceId), privateKey })
  })
}
