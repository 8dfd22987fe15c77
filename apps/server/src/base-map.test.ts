import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getBaseMap, getMapTile } from '@longreach/contract/devices/place-endpoints'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openMap } from './base-map.ts'
import { ConfigError, readConfig } from './config.ts'
import { basemapLayers, mapFile, vectorTile } from './test/map-file.ts'
import { startWorld } from './test/world.ts'

const tiles = 'https://tiles.example/{z}/{x}/{y}.png'

test('users who see devices get the map of the operator, and its origins are the only others a page may ask', async () => {
  const world = await startWorld({ MAP_TILES_URL: tiles, MAP_HOSTS: 'https://a.example', MAP_ATTRIBUTION: '© Acme' })
  try {
    const root = await world.as('root')
    expect((await root.call(getBaseMap)).data).toEqual({
      style: null,
      tiles,
      file: null,
      file_failed: false,
      attribution: '© Acme',
      google_key: null,
    })
    expect((await root.call(getMapTile, { params: { z: 0, x: 0, y: 0 } })).status).toBe(404)
    const page = await fetch(`${world.base}/login`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("connect-src 'self' https://tiles.example https://a.example;")
    expect(policy.replace(/connect-src[^;]*/, '')).not.toContain('example')
  } finally {
    await world.stop()
  }
})

const folder = await mkdtemp(path.join(tmpdir(), 'map-file-'))
afterAll(() => rm(folder, { recursive: true }))
const attribution = '<a href="https://www.openstreetmap.org">&copy; OpenStreetMap</a> &amp; others'

async function written(content: Buffer): Promise<string> {
  const file = path.join(folder, 'region.pmtiles')
  await writeFile(file, content)
  return file
}

test('tiles of a map file come from the server alone; browsers keep them for as long as it stays the same', async () => {
  const content = mapFile('mvt', vectorTile(), { vector_layers: basemapLayers, attribution })
  const world = await startWorld({ MAP_FILE: await written(content) })
  try {
    const root = await world.as('root')
    const { data: map } = await root.call(getBaseMap)
    expect(map).toMatchObject({ file_failed: false, attribution: '© OpenStreetMap & others' })
    expect(map.file).toMatchObject({ kind: 'vector', min_zoom: 0, max_zoom: 0 })
    const tile = (address: string) => root.fetch(`/api/devices/base-map/${address}`)
    const found = await tile(`0/0/0?v=${map.file?.version}`)
    expect(found.status).toBe(200)
    expect(found.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile')
    expect(found.headers.get('cache-control')).toBe('private, max-age=2592000, immutable')
    expect(Buffer.from(await found.arrayBuffer()).equals(vectorTile())).toBe(true)
    expect((await tile('0/0/0?v=older')).headers.get('cache-control')).toBe('no-cache')
    expect((await tile('1/0/0')).status).toBe(204)
    for (const nowhere of ['0/1/0', '3/2/8', '27/0/0', '-1/0/0', '0/0/x'])
      expect((await tile(nowhere)).status).toBe(404)
    const policy = (await fetch(`${world.base}/login`)).headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self';")
  } finally {
    await world.stop()
  }
})

test('a map file of pictures is one of its own kind, and the setting says what is shown on it', async () => {
  const MAP_FILE = await written(mapFile('png', Buffer.from('a picture'), { attribution }))
  const { map, file } = await openMap(readConfig({ MAP_FILE, MAP_ATTRIBUTION: 'Acme' }), pino({ level: 'silent' }))
  expect(map).toMatchObject({ file: { kind: 'raster' }, attribution: 'Acme' })
  expect(await file?.tile(0, 0, 0)).toEqual({ type: 'image/png', gzip: false, bytes: Buffer.from('a picture') })
})

test.each([
  ['is cut off', mapFile('mvt', vectorTile(), { vector_layers: basemapLayers }).subarray(0, -20), 'is cut off: it has'],
  ['is something else', Buffer.from('%PDF-1.7'.repeat(100)), 'is not a map file (PMTiles 3)'],
  ['is empty', Buffer.alloc(0), 'is not a map file (PMTiles 3)'],
  ['has other layers', mapFile('mvt', vectorTile(), { vector_layers: [{ id: 'water' }] }), 'has no layer earth, roads'],
  ['does not exist', undefined, 'cannot be read'],
])('a map file that %s is logged, and outlines are shown', async (_name, content, reason) => {
  const MAP_FILE = content ? await written(content) : path.join(folder, 'none.pmtiles')
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line) => lines.push(line) })
  const { map, file } = await openMap(readConfig({ MAP_FILE }), log)
  expect([map.file, map.file_failed, file]).toEqual([null, true, undefined])
  expect(JSON.parse(lines[0] ?? '').msg).toContain(reason)
  expect(lines[0]).toContain(MAP_FILE)
})

test('with a key of Google Maps pages may load its script and its tiles, and nothing else of others', async () => {
  const world = await startWorld({ GOOGLE_MAPS_KEY: 'AIza-example_key' })
  try {
    const root = await world.as('root')
    expect((await root.call(getBaseMap)).data.google_key).toBe('AIza-example_key')
    const page = await fetch(`${world.base}/login`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' [^;]* https:\/\/maps\.googleapis\.com;/)
    expect(policy).toContain(
      "connect-src 'self' https://maps.googleapis.com https://places.googleapis.com https://tile.googleapis.com;",
    )
    expect(policy.replace(/(connect|script)-src[^;]*/g, '')).not.toContain('google')
  } finally {
    await world.stop()
  }
})

test.each([
  [{ MAP_TILES_URL: 'https://tiles.example/{z}/{x}.png' }, 'MAP_TILES_URL: must be an address of tiles such as'],
  [{ MAP_TILES_URL: 'file:///{z}/{x}/{y}.png' }, 'MAP_TILES_URL: must be an address of tiles such as'],
  [{ MAP_STYLE_URL: 'map.json' }, 'MAP_STYLE_URL: is not a valid address'],
  [{ MAP_STYLE_URL: 'https://a.example/s.json', MAP_TILES_URL: tiles }, 'MAP_TILES_URL: set either'],
  [{ MAP_FILE: '/maps/a.pmtiles', MAP_TILES_URL: tiles }, 'MAP_TILES_URL: set either MAP_FILE or MAP_TILES_URL'],
  [{ MAP_HOSTS: "https://a.example;script-src 'unsafe-inline'" }, 'MAP_HOSTS: must be origins'],
  [{ GOOGLE_MAPS_KEY: "x' onload='" }, 'GOOGLE_MAPS_KEY: must be a key of Google Maps'],
  [{ MAP_HOSTS: 'https://a.example/path' }, 'MAP_HOSTS: must be origins'],
])('%o is refused', (env, message) => {
  const read = () => readConfig(env)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(message)
})
