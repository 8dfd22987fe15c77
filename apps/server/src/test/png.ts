import { crc32, deflateSync } from 'node:zlib'

export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export const packedText = (size: number) =>
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(size, 65))]))

/** A PNG of that size in pixels; without `rows`, each a filter byte and RGB, it lacks most of its picture. */
export function makePng(
  [width, height]: [number, number],
  { metadata = [], rows = Buffer.alloc(10) }: { metadata?: readonly Buffer[]; rows?: Buffer } = {},
): Buffer<ArrayBuffer> {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    ...metadata,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
