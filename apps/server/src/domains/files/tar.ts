import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

const block = 512
/** Limits for the unpacked backup. */
const most = { bytes: 64 * 1024 * 1024, entries: 10_000, depth: 20 } as const

const field = (header: Buffer, from: number, length: number) =>
  header
    .toString('latin1', from, from + length)
    .replace(/\0.*$/s, '')
    .trim()

/** A header is valid if its checksum is: the sum of its bytes, with the checksum field as spaces. */
function isHeader(header: Buffer): boolean {
  let sum = 8 * 32
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return Number.parseInt(field(header, 148, 8), 8) === sum
}

/** True if the path leaves the folder of the archive, or is nested too deep. */
function isHostile(name: string): boolean {
  const parts = name.split('/')
  return parts.includes('..') || parts.length > most.depth
}

/** True if the stream is a complete gzipped tar archive within the limits. Nothing of it is stored. */
export async function isBackup(compressed: Readable): Promise<boolean> {
  const expanded = compressed.pipe(createGunzip())
  compressed.once('error', (error) => expanded.destroy(error))
  try {
    return await isArchive(expanded)
  } catch (error) {
    // Error of zlib: not gzip, or cut off.
    if (String((error as { code?: unknown }).code).startsWith('Z_')) return false
    throw error
  } finally {
    expanded.destroy()
    compressed.destroy()
  }
}

async function isArchive(stream: Readable): Promise<boolean> {
  let waiting = Buffer.alloc(0)
  let skip = 0
  let [bytes, entries] = [0, 0]
  let ended = false
  for await (const piece of stream as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > most.bytes) return false
    if (skip >= piece.length) {
      skip -= piece.length
      continue
    }
    waiting = Buffer.concat([waiting, piece.subarray(skip)])
    skip = 0
    while (!ended && waiting.length >= block) {
      const header = waiting.subarray(0, block)
      waiting = waiting.subarray(block)
      if (header.every((byte) => byte === 0)) {
        ended = true
        break
      }
      if (!isHeader(header) || isHostile(field(header, 0, 100)) || ++entries > most.entries) return false
      const size = Number.parseInt(field(header, 124, 12) || '0', 8)
      if (!(size >= 0)) return false
      const padded = Math.ceil(size / block) * block
      skip = Math.max(0, padded - waiting.length)
      waiting = waiting.subarray(Math.min(padded, waiting.length))
    }
    if (ended) waiting = Buffer.alloc(0)
  }
  return entries > 0 && skip === 0 && (ended || waiting.length === 0)
}
