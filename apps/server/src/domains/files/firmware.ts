import { buffer } from 'node:stream/consumers'
import type { Facts, FileContent } from './recognise.ts'

/** `RUTX_R_00.07.06.3_WEBUI.bin`: family and version. */
const rutosName = /^([A-Z0-9]+)_R_(\d{2}\.\d{2}(?:\.\d{1,3}){0,2})_WEBUI\.bin$/i

/** OpenWrt's trailer: magic, checksum, type, padding and size; the size includes the data and the trailer itself. */
const magic = 'FWx0'
const trailerBytes = 16
const metadataType = 1
/** Version and flags before the metadata. */
const headerBytes = 8
const mostMetadata = 64 * 1024
/** Signatures may follow the metadata. */
const mostTrailers = 4

type Metadata = Record<string, unknown>

/** The metadata that OpenWrt appends to an image; undefined if there is none. */
async function readMetadata({ size, read }: FileContent): Promise<Metadata | undefined> {
  let end = size
  for (let count = 0; count < mostTrailers && end >= trailerBytes; count++) {
    const trailer = await buffer(await read({ from: end - trailerBytes, to: end }))
    if (trailer.toString('latin1', 0, 4) !== magic) return undefined
    const length = trailer.readUInt32BE(12)
    const start = end - length
    if (length <= trailerBytes || start < 0 || length > mostMetadata) return undefined
    if (trailer[8] === metadataType) {
      const bytes = await buffer(await read({ from: start, to: end - trailerBytes }))
      return parseMetadata(bytes.subarray(headerBytes)) ?? parseMetadata(bytes)
    }
    end = start
  }
  return undefined
}

function parseMetadata(bytes: Buffer): Metadata | undefined {
  try {
    const found: unknown = JSON.parse(bytes.toString('utf8').replace(/\0+$/, ''))
    return found !== null && typeof found === 'object' && !Array.isArray(found) ? (found as Metadata) : undefined
  } catch {
    return undefined
  }
}

/** Text from an image, limited to printable ASCII. */
const word = (value: unknown): string | null => {
  const found = typeof value === 'string' ? value.replace(/[^\x20-\x7e]/g, '').trim() : ''
  return found === '' ? null : found.slice(0, 100)
}

const words = (value: unknown) => (Array.isArray(value) ? value : []).flatMap((one) => word(one) ?? []).slice(0, 200)

function versionOf({ version }: Metadata): string | null {
  if (version === null || typeof version !== 'object') return word(version)
  const { dist, version: release, revision } = version as Metadata
  return word([dist, release, revision].flatMap((part) => word(part) ?? []).join(' '))
}

/** True if the content is not text: a name alone does not prove an image. */
async function isBinary({ size, read }: FileContent): Promise<boolean> {
  const head = await buffer(await read({ to: Math.min(size, 4096) }))
  return head.some((byte) => byte === 0 || byte > 0xf7)
}

/** Model, version and boards of an OpenWrt or RutOS image; undefined if it is not one. */
export async function readFirmware(content: FileContent): Promise<Facts | undefined> {
  const [, family, release] = rutosName.exec(content.name) ?? []
  const metadata = await readMetadata(content)
  if (!metadata) {
    if (!family || !release || !(await isBinary(content))) return undefined
    return { device_model: family.toUpperCase(), version: content.name.replace(/_WEBUI\.bin$/i, ''), boards: [] }
  }
  const boards = [...new Set([...words(metadata.supported_devices), ...words(metadata.new_supported_devices)])]
  return {
    device_model: family?.toUpperCase() ?? boards[0] ?? null,
    version: family ? content.name.replace(/_WEBUI\.bin$/i, '') : versionOf(metadata),
    boards,
  }
}
