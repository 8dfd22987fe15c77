import { openAsBlob } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { FileSource, type Header, PMTiles, TileType } from 'pmtiles'
import sanitizeHtml from 'sanitize-html'

const compress = promisify(gzip)

/** Layers of Protomaps' basemap, for which the console has a style. */
const neededLayers = ['earth', 'water', 'roads', 'places']
const pictures: Partial<Record<TileType, string>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
}
const mostAttribution = 200

export interface Tile {
  type: string
  /** True if compressed with gzip. */
  gzip: boolean
  bytes: Buffer
}

/** A map in one file: PMTiles 3 with vector tiles of Protomaps' basemap, or with pictures. */
export interface MapFile {
  kind: 'vector' | 'raster'
  minZoom: number
  maxZoom: number
  /** Credit that its makers ask to be shown; empty if there is none. */
  attribution: string
  /** Changes with the file. */
  version: string
  /** Undefined if the file has no such tile. */
  tile(zoom: number, x: number, y: number): Promise<Tile | undefined>
}

/** The text of some HTML, on one line. */
function plainText(html: unknown): string {
  if (typeof html !== 'string') return ''
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  return text.replace(/\s+/g, ' ').trim().slice(0, mostAttribution)
}

/** Offset of the end of the file's last part. */
const endOf = (header: Header) =>
  Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  )

interface Metadata {
  attribution?: unknown
  vector_layers?: unknown
}

function checkLayers({ vector_layers }: Metadata): void {
  const layers = Array.isArray(vector_layers)
    ? vector_layers.map((layer) => (layer as { id?: unknown } | null)?.id)
    : []
  const missing = neededLayers.filter((name) => !layers.includes(name))
  if (missing.length > 0) throw new Error(`has no layer ${missing.join(', ')}: it is not a basemap of Protomaps`)
}

async function read(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file)
  } catch (cause) {
    throw new Error('cannot be read', { cause })
  }
}

/** Opens a map file. Rejects with a description of the fault, such as 'is cut off: it has 4 of 10 bytes'. */
export async function openMapFile(file: string): Promise<MapFile> {
  const content = await read(file)
  // Reads slices of the content as they are needed; the name identifies it.
  const archive = new PMTiles(new FileSource(Object.assign(content, { name: file, lastModified: 0 }) as never))
  const header = await archive.getHeader().catch((cause: unknown) => {
    throw new Error('is not a map file (PMTiles 3)', { cause })
  })
  const end = endOf(header)
  if (content.size < end) throw new Error(`is cut off: it has ${content.size} of ${end} bytes`)
  const metadata = (await archive.getMetadata()) as Metadata
  const picture = pictures[header.tileType]
  if (!picture) {
    if (header.tileType !== TileType.Mvt) throw new Error('has tiles that are neither vectors nor PNG, JPEG or WebP')
    checkLayers(metadata)
  }
  return {
    kind: picture ? 'raster' : 'vector',
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    attribution: plainText(metadata.attribution),
    version: `${header.numAddressedTiles}-${content.size}`,
    async tile(zoom, x, y) {
      const found = await archive.getZxy(zoom, x, y)
      if (!found) return undefined
      const bytes = Buffer.from(found.data)
      return picture
        ? { type: picture, gzip: false, bytes }
        : { type: 'application/vnd.mapbox-vector-tile', gzip: true, bytes: await compress(bytes) }
    },
  }
}
