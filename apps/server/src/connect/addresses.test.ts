import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { createConnectAddresses } from './addresses.ts'

const name = '0123456789abcdef0123456789abcdef'
const at = (env: Record<string, string> = {}) => createConnectAddresses(readConfig(env))
const local = { protocol: 'http', host: 'localhost:3000' }
const remote = { protocol: 'https', host: 'console.example' }

describe('without settings', () => {
  test('a browser on this machine gets a name below localhost, another one none', () => {
    expect(at().byName(name, local)).toBe(`http://${name}.localhost:3000/`)
    expect(at().byName(name, { protocol: 'http', host: '[::1]:3000' })).toBe(`http://${name}.localhost:3000/`)
    expect(at().byName(name, remote)).toBeUndefined()
    expect(at().byName(name, { protocol: 'http', host: 'localhost.evil.test' })).toBeUndefined()
  })

  test.each([
    [`${name}.localhost:3000`, name],
    [`${name.toUpperCase()}.LOCALHOST`, name],
    [`${name}.localhost.:3000`, name],
    [`${name}.localhost:`, name],
    ['localhost:3000', undefined],
    ['x.localhost', undefined],
    [`${name}.evil.test`, undefined],
    [`${name}.localhost.evil.test`, undefined],
    [`a.${name}.localhost`, undefined],
    [name, undefined],
    [undefined, undefined],
  ])('the host %s means %s', (host, label) => expect(at().sessionLabel(host)).toBe(label))
})

describe('with CONNECT_DOMAIN', () => {
  const settings = { CONNECT_DOMAIN: 'Connect.example:8443', PUBLIC_URL: 'https://console.example' }

  test('each session has a name below it, with the scheme of the console', () => {
    expect(at(settings).byName(name, local)).toBe(`https://${name}.connect.example:8443/`)
    expect(at(settings).consoleOrigin(local)).toBe('https://console.example')
  })

  test.each([
    [`${name}.connect.example:8443`, name],
    [`${name}.connect.example`, name],
    [`${name}.connect.example.`, name],
    ['www.connect.example.:8443', null],
    ['connect.example', null],
    ['www.connect.example', null],
    [`a.${name}.connect.example`, null],
    ['console.example', undefined],
    [`${name}.connect.example.evil.test`, undefined],
    [`${name}.notconnect.example`, undefined],
    [`${name}.localhost`, undefined],
  ])('the host %s means %s', (host, label) => expect(at(settings).sessionLabel(host)).toBe(label))
})

test('unusable settings are named', () => {
  expect(readConfig({ CONNECT_PORTS: '16000-16099' }).CONNECT_PORTS).toEqual({ first: 16_000, last: 16_099 })
  for (const [key, value] of [
    ['CONNECT_PORTS', '16000'],
    ['CONNECT_PORTS', '16099-16000'],
    ['CONNECT_PORTS', '1-65535'],
    ['CONNECT_DOMAIN', 'https://x.example'],
    ['CONNECT_DOMAIN', '192.168.1.1'],
  ] as const) {
    expect(() => readConfig({ [key]: value })).toThrow(ConfigError)
  }
  expect(() => readConfig({ CONNECT_DOMAIN: 'console.example', PUBLIC_URL: 'https://console.example' })).toThrow(
    'CONNECT_DOMAIN',
  )
})
