import { writeFile } from 'node:fs/promises'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'

const headerBytes = 127
const uncompressed = 1
const types = { mvt: 1, png: 2 }

type Feature = [layer: string, geometry: object, properties: object]

const square = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [west, south, east, south, east, north, west, north, west, south].flatMap((x, at, all) =>
      at % 2 === 0 ? [[x, all[at + 1]]] : [],
    ),
  ],
})

/** An island with a road and a town, and a lake elsewhere. */
const features: Feature[] = [
  ['water', square(-60, 0, -10, 30), { kind: 'lake' }],
  ['earth', square(0, 40, 60, 70), { kind: 'earth' }],
  [
    'roads',
    {
      type: 'LineString',
      coordinates: [
        [0, 55],
        [60, 55],
      ],
    },
    { kind: 'highway', kind_detail: 'motorway' },
  ],
  [
    'places',
    { type: 'Point', coordinates: [25, 55] },
    { kind: 'locality', name: 'Klaipeda', population_rank: 12, min_zoom: 0 },
  ],
]

/** The tile of the whole world. */
export function vectorTile(): Buffer {
  const layers = Object.fromEntries(
    features.map(([layer, geometry, properties]) => {
      const data = { type: 'Feature', geometry, properties } as never
      return [layer, new GeoJSONVT(data, { maxZoom: 0 }).getTile(0, 0, 0) as never]
    }),
  )
  return Buffer.from(fromGeojsonVt(layers, { version: 2 }))
}

/** A map file (PMTiles 3) with one tile, that of the whole world. */
export function mapFile(type: keyof typeof types, tile: Buffer, metadata: object): Buffer {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
  // Number of entries, id of the tile, run, length, and offset: 0, which is written as 1.
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1])
  const json = Buffer.from(JSON.stringify(metadata))
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const parts = [directory, json, Buffer.alloc(0), tile]
  let at = headerBytes
  for (const [index, { length }] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + index * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16)
    at += length
  }
  for (const place of [72, 80, 88]) header.writeBigUInt64LE(1n, place)
  header.set([1, uncompressed, uncompressed, types[type], 0, 0], 96)
  return Buffer.concat([header, ...parts])
}

/** Layers of Protomaps' basemap, as a map file declares them. */
export const basemapLayers = ['earth', 'water', 'roads', 'places'].map((id) => ({ id }))

export async function writeMapFile(file: string, metadata: object = {}): Promise<void> {
  await writeFile(file, mapFile('mvt', vectorTile(), { vector_layers: basemapLayers, ...metadata }))
}
