import type { Socket } from 'node:net'

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
/** Bytes of the longest header: for version 1 by its specification, for version 2 a limit of this server. */
const longestLine = 107
const longestBinary = 16 + 2048

/**
 * Header at the start of a connection: the client's address, undefined if the balancer itself connects, and the length
 * of the header.
 */
interface Header {
  address: string | undefined
  length: number
}

/** Parses the header at the start of the bytes; 'more' if it is incomplete, undefined if there is none. */
export function parseProxyHeader(bytes: Buffer): Header | 'more' | undefined {
  const known = Math.min(bytes.length, signature.length)
  if (bytes.subarray(0, known).equals(signature.subarray(0, known))) return parseBinary(bytes)
  const start = 'PROXY '
  if (!start.startsWith(bytes.subarray(0, start.length).toString('latin1').slice(0, bytes.length))) return undefined
  const end = bytes.indexOf('\r\n')
  if (end < 0) return bytes.length < longestLine ? 'more' : undefined
  const [, family = '', source = ''] = bytes.subarray(0, end).toString('latin1').split(' ')
  if (family === 'UNKNOWN') return { address: undefined, length: end + 2 }
  const fits = family === 'TCP4' ? /^[\d.]{7,15}$/ : family === 'TCP6' ? /^[\da-fA-F:.]{2,45}$/ : undefined
  return fits?.test(source) ? { address: source, length: end + 2 } : undefined
}

function parseBinary(bytes: Buffer): Header | 'more' | undefined {
  if (bytes.length < 16) return 'more'
  const version = bytes[12] ?? 0
  const length = 16 + bytes.readUInt16BE(14)
  if (version >> 4 !== 2 || length > longestBinary) return undefined
  if (bytes.length < length) return 'more'
  // LOCAL: a health check of the balancer.
  if ((version & 15) === 0) return { address: undefined, length }
  const family = (bytes[13] ?? 0) >> 4
  if (family === 1 && length >= 28) return { address: bytes.subarray(16, 20).join('.'), length }
  if (family === 2 && length >= 52) {
    const parts = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(16 + at * 2).toString(16))
    return { address: parts.join(':'), length }
  }
  return { address: undefined, length }
}

/** Reads the header of a connection from a balancer and leaves the rest unread. Rejects if there is none. */
export function readProxyHeader(socket: Socket, within: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let seen: Buffer = Buffer.alloc(0)
    const timer = setTimeout(() => settle(new Error('no PROXY header in time')), within)
    const closed = () => settle(new Error('closed'))
    const settle = (end: Header | Error) => {
      clearTimeout(timer)
      socket.off('data', read)
      socket.off('close', closed)
      socket.pause()
      if (end instanceof Error) return reject(end)
      if (seen.length > end.length) socket.unshift(seen.subarray(end.length))
      resolve(end.address)
    }
    const read = (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk])
      const header = parseProxyHeader(seen)
      if (header === undefined) settle(new Error('no header'))
      else if (header !== 'more') settle(header)
    }
    socket.on('data', read)
    socket.on('close', closed)
  })
}
