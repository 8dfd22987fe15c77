import { setTimeout as delay } from 'node:timers/promises'
import { formatUpLine } from '@longreach/contract/link/lines'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateHostKey } from './gateway/host-key.ts'
import {
  type Attack,
  addressOf,
  guessPasswords,
  idleBrowsers,
  openChannels,
  proxyHeader,
  silentDevices,
} from './test/attacks.ts'
import { visit } from './test/connect.ts'
import { connectDevice, publicKeyOf, testHello } from './test/gateway/device.ts'
import { until } from './test/until.ts'
import { makeCompany, makeDevice, makeUser, password, startWorld, type World } from './test/world.ts'

/** Size of the honest crowd, whose time to sign in during an attack is compared with its time in peace. */
const crowd = { devices: 100, browsers: 20, atOnce: 20 }
/** Allowed slowdown of the crowd as a factor, and seconds that are always allowed. */
const allowed = { times: 10, seconds: 15 }

interface Device {
  id: number
  serial: string
  mac: string
  privateKey: string
}
interface Browser {
  username: string
  address: string
  /** The cookie by which it is known from its first sign-in. */
  cookie: string
}

let world: World
const devices: Device[] = []
const browsers: Browser[] = []

beforeAll(async () => {
  world = await startWorld({ TRUST_PROXY: '1', GATEWAY_PROXY: '1', GATEWAY_LINKS: '500', HTTP_CONNECTIONS: '2000' })
  const company = await makeCompany(world, 'Harbour')
  for (let count = 0; count < crowd.devices; count++) {
    const serial = String(7_100_000_000 + count)
    const mac = `00:1E:42:77:00:${count.toString(16).padStart(2, '0').toUpperCase()}`
    const privateKey = generateHostKey()
    const id = await makeDevice(world, company, { serial, mac })
    const public_key = publicKeyOf(privateKey)
    await world.db.insertInto('device_keys').values({ device_id: id, public_key }).execute()
    devices.push({ id, serial, mac, privateKey })
  }
  for (let count = 0; count < crowd.browsers; count++) {
    await makeUser(world, `user${count}`, company, 3)
    browsers.push({ username: `user${count}@example.test`, address: addressOf(40, count), cookie: '' })
  }
}, 120_000)
afterAll(async () => world?.stop())

/** Milliseconds after which a device tries again, and for which it does so. */
const retry = { after: 100, for: 60_000 }

/** Like an agent, it tries again when it found no place. */
async function connectOne({ id, serial, mac, privateKey }: Device): Promise<void> {
  const login = { port: gatewayPort(), user: String(id), privateKey, proxyHeader: proxyHeader(addressOf(50, id)) }
  const deadline = Date.now() + retry.for
  const attempt = (): ReturnType<typeof connectDevice> =>
    connectDevice(login).catch(async (error: unknown) => {
      if (Date.now() > deadline) throw error
      await delay(retry.after)
      return attempt()
    })
  const device = await attempt()
  device.say(formatUpLine({ verb: 'hello', hello: { ...testHello, serial, mac } }))
  await until(() => device.lines.some((line) => line.startsWith('welcome ')), 60_000)
  device.leave()
}

async function signInOne(browser: Browser): Promise<void> {
  const { status, headers, text } = await visit(`${world.base}/api/account/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': browser.address,
      'x-forwarded-proto': 'https',
      cookie: browser.cookie,
    },
    body: JSON.stringify({ username: browser.username, password }),
  })
  if (status !== 200) throw new Error(`${browser.username}: ${status} ${text}`)
  const known = headers['set-cookie']?.find((cookie) => cookie.startsWith('__Host-browser='))
  browser.cookie = known?.split(';')[0] ?? ''
}

/** Seconds until all devices and browsers have signed in; throws if one could not. */
async function signIn(): Promise<number> {
  const start = performance.now()
  const inTurns = async () => {
    for (let at = 0; at < devices.length; at += crowd.atOnce)
      await Promise.all(devices.slice(at, at + crowd.atOnce).map(connectOne))
  }
  await Promise.all([inTurns(), ...browsers.map(signInOne)])
  return (performance.now() - start) / 1000
}

let peaceful = 0

test('in peace', async () => {
  peaceful = await signIn()
  expect(browsers.every(({ cookie }) => cookie !== '')).toBe(true)
}, 120_000)

const names = () => browsers.map(({ username }) => username)
const gatewayPort = () => world.app.gatewayPort as number
const httpPort = () => Number(new URL(world.base).port)

/** Attacks, and the number of attempts of each before the crowd comes: beyond the limits of the server. */
test.each<[string, () => [Attack, number][]]>([
  [
    'wrong passwords for the same users from many networks',
    () => [[guessPasswords(world.base, names(), (count) => addressOf(10, count)), 100]],
  ],
  [
    'wrong passwords from all addresses of an IPv6 /64',
    () => [[guessPasswords(world.base, names(), (count) => `2001:db8:0:7::${(count % 65_536).toString(16)}`), 100]],
  ],
  [
    'silent connections to the gateway, and idle ones to the console',
    () => [
      [silentDevices(gatewayPort(), 250), 300],
      [idleBrowsers(httpPort(), 2100), 2200],
    ],
  ],
  ['session channels without end on connections without a key', () => [[openChannels(gatewayPort()), 10]]],
])(
  '100 devices and 20 browsers sign in during %s',
  async (_what, start) => {
    await sql`DELETE FROM rate_limits`.execute(world.db)
    const attacks = start()
    try {
      await until(() => attacks.every(([attack, tries]) => attack.tries() >= tries), 120_000)
      // The state after many more attempts.
      await sql`UPDATE rate_limits SET points = 1000 WHERE key LIKE 'signin-name:%'`.execute(world.db)
      const seconds = await signIn()
      expect(seconds).toBeLessThan(Math.max(peaceful * allowed.times, allowed.seconds))
    } finally {
      await Promise.all(attacks.map(([attack]) => attack.stop()))
    }
  },
  300_000,
)

test('connections that opened session channels without end were closed', async () => {
  const numbers = await (await fetch(`${world.base}/metrics`)).text()
  const closed = /^gateway_uninvited_total\{what="session"\} (\d+)$/m.exec(numbers)?.[1]
  expect(Number(closed)).toBeGreaterThanOrEqual(10)
})
