import { inflateSync } from 'node:zlib'

/** Bytes of all metadata of a PNG once unpacked, and number of its parts. The decoder has no limit on their sum. */
const limits = { bytes: 1024 * 1024, parts: 1000 }

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function* chunksOf(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  let at = signature.length
  while (at + 12 <= bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at)
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) }
    at = end + 4
  }
}

/** Start of the text after an international text's keyword, two flags, language and translated keyword. */
function textStart(data: Buffer, keywordEnd: number): number {
  const languageEnd = data.indexOf(0, keywordEnd + 3)
  return data.indexOf(0, languageEnd + 1) + 1
}

/** The packed part of a chunk of metadata, undefined if it is stored plain, null if the chunk is no metadata. */
function packedPart(type: string, data: Buffer): Buffer | undefined | null {
  const nameEnd = data.indexOf(0)
  if (type === 'iCCP' || type === 'zTXt') return data.subarray(nameEnd + 2)
  if (type === 'iTXt') return data[nameEnd + 1] === 1 ? data.subarray(textStart(data, nameEnd)) : undefined
  return ['eXIf', 'sPLT', 'tEXt'].includes(type) ? undefined : null
}

/** True if the metadata of a PNG unpacks to more than an image needs. Throws if it is damaged. */
export function hasTooMuchMetadata(bytes: Buffer): boolean {
  if (!bytes.subarray(0, signature.length).equals(signature)) return false
  let [left, parts] = [limits.bytes, 0]
  for (const { type, data } of chunksOf(bytes)) {
    const packed = packedPart(type, data)
    if (packed === null) continue
    try {
      left -= packed ? inflateSync(packed, { maxOutputLength: Math.max(left, 1) }).length : data.length
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return true
      throw error
    }
    if (left < 0 || ++parts > limits.parts) return true
  }
  return false
}
