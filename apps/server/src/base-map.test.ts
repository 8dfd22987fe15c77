import { getBaseMap } from '@longreach/contract/devices/place-endpoints'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { startWorld } from './test/world.ts'

const tiles = 'https://tiles.example/{z}/{x}/{y}.png'

test('users who see devices get the map of the operator, and its origins are the only others a page may ask', async () => {
  const world = await startWorld({ MAP_TILES_URL: tiles, MAP_HOSTS: 'https://a.example', MAP_ATTRIBUTION: '© Acme' })
  try {
    const root = await world.as('root')
    expect((await root.call(getBaseMap)).data).toEqual({ style: null, tiles, attribution: '© Acme', google_key: null })
    const page = await fetch(`${world.base}/login`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("connect-src 'self' https://tiles.example https://a.example;")
    expect(policy.replace(/connect-src[^;]*/, '')).not.toContain('example')
  } finally {
    await world.stop()
  }
})

test('with a key of Google Maps pages may load its script, and nothing else of others', async () => {
  const world = await startWorld({ GOOGLE_MAPS_KEY: 'AIza-example_key' })
  try {
    const root = await world.as('root')
    expect((await root.call(getBaseMap)).data.google_key).toBe('AIza-example_key')
    const page = await fetch(`${world.base}/login`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' [^;]* https:\/\/maps\.googleapis\.com;/)
    expect(policy).toContain("connect-src 'self' https://maps.googleapis.com https://places.googleapis.com;")
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
  [{ MAP_HOSTS: "https://a.example;script-src 'unsafe-inline'" }, 'MAP_HOSTS: must be origins'],
  [{ GOOGLE_MAPS_KEY: "x' onload='" }, 'GOOGLE_MAPS_KEY: must be a key of Google Maps'],
  [{ MAP_HOSTS: 'https://a.example/path' }, 'MAP_HOSTS: must be origins'],
])('%o is refused', (env, message) => {
  const read = () => readConfig(env)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(message)
})
