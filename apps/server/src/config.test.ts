import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['PORT', 'eighty', /^PORT: must be a whole number from 0 to 65535 \(see docs\/operations\.md\)$/],
  ['PORT', '65536', /^PORT: must be a whole number from 0 to 65535/],
  ['PORT', '0x50', /^PORT: must be a whole number from 0 to 65535/],
  ['HTTP_REDIRECT_PORT', '0', /^HTTP_REDIRECT_PORT: must be a whole number from 1 to 65535/],
  ['GATEWAY_LINKS', '1.5', /^GATEWAY_LINKS: must be a whole number from 1 to 1000000/],
  ['DEVICE_UPDATES_PER_SECOND', '0', /^DEVICE_UPDATES_PER_SECOND: must be a whole number from 1 to 1000 /],
  ['DATABASE_URL', 'mysql://x', /^DATABASE_URL: is not a valid address/],
  ['ROLES', 'api,cook', /^ROLES: must be a comma-separated list of api, gateway, worker/],
  ['ADMIN_PASSWORD', 'x'.repeat(201), /^ADMIN_PASSWORD: at most 200 characters/],
  ['SECRET_KEY', 'short', /^SECRET_KEY: must be 64 hex digits/],
  ['API_HOST', 'api.example:3000', /^API_HOST: must be a host name, without port/],
  ['API_HOST', '10.0.0.5', /^API_HOST: must be a host name/],
  ['TLS_CERT', '/nowhere', /^TLS_CERT: TLS_CERT and TLS_KEY go together/],
  ['HTTP_REDIRECT_PORT', '80', /^HTTP_REDIRECT_PORT: requires PUBLIC_URL with https:\/\//],
  ['TRUST_PROXY', 'nginx', /^TRUST_PROXY: must be 0, 1 for a proxy on this machine, or addresses/],
  ['TRUST_PROXY', '10.0.0.0/64', /^TRUST_PROXY: must be 0, 1/],
  ['NATS_URL', 'nats://one:4222,http://two:4222', 'NATS_URL: must be nats://host:4222, or several separated by commas'],
  ['NODE_URL', 'http://node:3000/path', 'NODE_URL: must be http:// or https:// with the host and port'],
  ['NODE_URL', 'http://node:3000', 'NODE_URL: requires SECRET_KEY, the same on all nodes'],
])('%s cannot be %s', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message)
})

test('the host of the API is another than that of the console and of pages of devices', () => {
  const settings = { PUBLIC_URL: 'https://console.example', CONNECT_DOMAIN: 'connect.example:8443' }
  for (const API_HOST of ['Console.example', 'connect.example', 'a.connect.example'])
    expect(() => readConfig({ ...settings, API_HOST })).toThrow(/^API_HOST: is the host of/)
  expect(readConfig({ ...settings, API_HOST: 'api.console.example' }).API_HOST).toBe('api.console.example')
})

test('what is not set, or empty, has its default', () => {
  const { PORT, HOST, DEVICE_UPDATES_PER_SECOND, ROLES } = readConfig({ PORT: '', HOST: '' })
  expect({ PORT, HOST, DEVICE_UPDATES_PER_SECOND, ROLES }).toEqual({
    PORT: 3000,
    HOST: 'localhost',
    DEVICE_UPDATES_PER_SECOND: 10,
    ROLES: ['api', 'gateway', 'worker'],
  })
})
