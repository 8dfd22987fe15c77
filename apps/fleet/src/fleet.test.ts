import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findParameter } from '@longreach/contract/link/parameters'
import { afterEach, expect, test } from 'vitest'
import { demoSpecs } from './demo.ts'
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts'
import { type DeviceSpec, specOf } from './spec.ts'
import { type DeviceState, fileStore, memoryStore } from './state.ts'
import { startTestServer, type TestServer, testSecret, until } from './test-server.ts'
import { darkness } from './world/power.ts'

const cleaners: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaners.splice(0).reverse()) await clean()
})

function oneSpec(change: Partial<Parameters<typeof specOf>[0]> = {}): DeviceSpec {
  return specOf({ index: 1, model: 'RUTX11', name: 'Test', use: 'office', life: 'steady', ...change }, 7)
}

async function serverFor(settings?: Record<string, number>): Promise<TestServer> {
  const server = await startTestServer(settings)
  cleaners.push(() => server.stop())
  return server
}

function fleetOn(server: TestServer, specs: readonly DeviceSpec[], change: Partial<FleetOptions> = {}): Fleet {
  const fleet = startFleet({
    server: server.server,
    specs,
    credentials: () => ({ key: `k1.${testSecret}` }),
    retry: { spread: 0.05, max: 0.5 },
    every: 20,
    ...change,
  })
  cleaners.push(() => fleet.stop())
  return fleet
}

const deviceLinks = (server: TestServer) => server.links.filter(({ user }) => user !== 'enroll')
const reportsOf = (server: TestServer) => deviceLinks(server).flatMap(({ reports }) => reports)

test('a device enrols by its key, comes back as itself, and reports what the catalogue knows', async () => {
  const server = await serverFor()
  const spec = oneSpec()
  fleetOn(server, [spec])
  await until(() => reportsOf(server).length >= 5)
  const [enrolment, link] = server.links
  expect(enrolment?.hello).toMatchObject({ key: 'k1', serial: spec.identity.serial, mac: spec.identity.mac })
  expect(link).toMatchObject({ user: '1', key: enrolment?.key, bad: [] })
  expect(link?.hello).not.toHaveProperty('key')
  const names = [...(link?.names.values() ?? [])].flat()
  expect(names).toContain('signal')
  expect(names.filter((name) => !findParameter(name))).toEqual([])
  for (const { set, values } of link?.reports ?? []) expect(values).toHaveLength(link?.names.get(set)?.length ?? -1)
})

test('a device can prove itself by its password as well, without naming a key', async () => {
  const server = await serverFor()
  fleetOn(server, [oneSpec()], { credentials: () => ({ password: testSecret }) })
  await until(() => deviceLinks(server).length === 1)
  expect(server.links[0]?.hello).not.toHaveProperty('key')
})

test('a server with another host key is refused', async () => {
  const server = await serverFor()
  const other = await serverFor()
  const lines: string[] = []
  fleetOn(server, [oneSpec()], {
    server: { ...server.server, hostKey: other.server.hostKey },
    log: (line) => lines.push(line),
  })
  await until(() => lines.some((line) => /verification/.test(line)))
  expect(server.links).toEqual([])
})

test('at most four reports are unacknowledged, and after a cut they are sent again in order', async () => {
  const server = await serverFor()
  server.acknowledging = false
  const fleet = fleetOn(server, [oneSpec()], { interval: 1 })
  const [device] = fleet.devices
  await until(() => reportsOf(server).length === 4)
  await until(() => (device?.waiting() ?? 0) > 8)
  expect(reportsOf(server)).toHaveLength(4)
  server.acknowledging = true
  device?.cut()
  await until(() => deviceLinks(server).length === 2 && (device?.waiting() ?? 9) === 0)
  const [first, second] = deviceLinks(server)
  const sequence = second?.reports.map(({ seq }) => seq) ?? []
  expect(sequence.slice(0, 4)).toEqual(first?.reports.map(({ seq }) => seq))
  expect(sequence).toEqual(sequence.toSorted((a, b) => a - b))
  expect(server.mostUnderWay).toBeLessThanOrEqual(4)
})

test('a month of history is sent once with its true age, and not again after a restart', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'c-fleet-'))
  cleaners.push(() => rmSync(folder, { recursive: true }))
  const server = await serverFor()
  const spec = oneSpec()
  const options = { store: fileStore(folder), history: true }
  const fleet = fleetOn(server, [spec], options)
  const old = () => reportsOf(server).filter(({ age }) => age > 60)
  await until(() => fleet.devices[0]?.state().sentUntil === fleet.devices[0]?.state().firstAt)
  const sent = old()
  const ages = sent.map(({ age }) => age)
  const uptime = deviceLinks(server)[0]?.hello?.uptime ?? 0
  expect(Math.max(...ages)).toBeGreaterThan(29 * 86_400)
  expect(Math.max(...ages)).toBeLessThan(uptime)
  expect(sent.length).toBeGreaterThan(1500)
  expect(reportsOf(server).some(({ age }) => age < 5)).toBe(true)
  expect(server.mostUnderWay).toBeLessThanOrEqual(4)
  fleet.stop()

  const before = { count: old().length, boot: fleet.devices[0]?.state().boot, seq: reportsOf(server).at(-1)?.seq ?? 0 }
  fleetOn(server, [spec], options)
  await until(() => (reportsOf(server).at(-1)?.seq ?? 0) > before.seq)
  const again = deviceLinks(server).at(-1)
  expect(again?.hello?.boot).toBe(before.boot)
  expect(old()).toHaveLength(before.count)
})

test('progress is on disk soon after, also when the fleet is killed', async () => {
  const server = await serverFor()
  const saved = memoryStore()
  const disk = { ...saved, save: (serial: string, state: DeviceState) => saved.save(serial, structuredClone(state)) }
  const spec = oneSpec()
  fleetOn(server, [spec], { store: disk, history: true })
  await until(() => {
    const state = saved.load(spec.identity.serial)
    return state && state.sentUntil === state.firstAt
  })
})

test('a shorter history than a month is sent if configured', async () => {
  const server = await serverFor()
  const fleet = fleetOn(server, [oneSpec()], { history: true, pastDays: 2 })
  await until(() => (fleet.devices[0]?.state().sentUntil ?? 0) >= (fleet.devices[0]?.state().firstAt ?? 1))
  const ages = reportsOf(server).map(({ age }) => age)
  expect(Math.max(...ages)).toBeGreaterThan(1.9 * 86_400)
  expect(Math.max(...ages)).toBeLessThan(2.1 * 86_400)
})

test('a refused device waits as long as it was asked to', async () => {
  const server = await serverFor()
  server.greet = () => ({ verb: 'refused', code: 202, retry: 2, reason: 'Server busy' })
  fleetOn(server, [oneSpec()])
  await until(() => deviceLinks(server).length === 1)
  const refusedAt = Date.now()
  await until(() => deviceLinks(server).length === 2)
  expect(Date.now() - refusedAt).toBeGreaterThanOrEqual(1900)
})

test('a device the server does not know enrols again', async () => {
  const server = await serverFor()
  const greet = server.greet
  server.greet = (link) =>
    deviceLinks(server).length === 1
      ? { verb: 'refused', code: 10, retry: 600, reason: 'Device could not be verified' }
      : greet(link)
  fleetOn(server, [oneSpec()])
  await until(() => reportsOf(server).length > 0)
  expect(server.links.map(({ user }) => user)).toEqual(['enroll', '1', 'enroll', '1'])
})

test('commands are answered once: done, unsupported, already', async () => {
  const server = await serverFor({ dynamic: 1000, io: 0, gps: 0, wireless: 0 })
  fleetOn(server, [oneSpec()])
  await until(() => reportsOf(server).length === 2)
  const [link] = deviceLinks(server)
  link?.say({ verb: 'cmd', id: 'a1', command: 'refresh', seconds: 30, arg: '' })
  link?.say({ verb: 'cmd', id: 'a2', command: 'fly', seconds: 30, arg: '' })
  link?.say({ verb: 'cmd', id: 'a1', command: 'refresh', seconds: 30, arg: '' })
  link?.say({ verb: 'ping' })
  await until(() => link?.lines.some(({ verb }) => verb === 'pong'))
  const results = link?.lines.filter((line) => line.verb === 'result') ?? []
  expect(results.map(({ id, state, exit }) => [id, state, exit])).toEqual([
    ['a1', 'done', 0],
    ['a2', 'failed', 127],
    ['a1', 'already', 0],
  ])
  await until(() => reportsOf(server).length === 4)
})

test('a power cut that falls on the first hour of a device does not keep it from being set up', async () => {
  const server = await serverFor()
  const spec = demoSpecs().find(({ life }) => life === 'flaky')
  if (!spec) throw new Error('no device of the demo is flaky')
  const dayStart = Date.UTC(2026, 10, 22) / 1000
  const minutes = Array.from({ length: 1440 }, (_, minute) => dayStart + minute * 60)
  const cut = minutes.find((at) => darkness(spec, at) && darkness(spec, at + 300))
  if (cut === undefined) throw new Error('no cut on this day')
  const next = minutes.find((at) => at > cut + 3600 && darkness(spec, at)) ?? cut
  let ahead = cut * 1000 - Date.now()
  const fleet = fleetOn(server, [spec], { now: () => Date.now() + ahead })
  await until(() => fleet.devices[0]?.online())
  ahead += (next - cut) * 1000
  await until(() => deviceLinks(server).every(({ open }) => !open))
  expect(fleet.devices[0]?.online()).toBe(false)
})

test('without power cuts a device stays online where one would fall', async () => {
  const server = await serverFor()
  const spec = demoSpecs().find(({ life }) => life === 'flaky')
  if (!spec) throw new Error('no device of the demo is flaky')
  const dayStart = Date.UTC(2026, 10, 22) / 1000
  const cut = Array.from({ length: 1440 }, (_, minute) => dayStart + minute * 60).find(
    (at) => darkness(spec, at) && darkness(spec, at + 300),
  )
  if (cut === undefined) throw new Error('no cut on this day')
  let ahead = (cut - 7200) * 1000 - Date.now()
  const fleet = fleetOn(server, [spec], { now: () => Date.now() + ahead, powerCuts: false })
  await until(() => fleet.devices[0]?.online())
  ahead += 7200 * 1000
  fleet.devices[0]?.tick()
  expect(darkness(spec, (Date.now() + ahead) / 1000)).toBeDefined()
  expect(fleet.devices[0]?.online()).toBe(true)
})

test('a retired device sends its history once and disconnects', async () => {
  const server = await serverFor()
  const spec = oneSpec({ life: 'retired' })
  const store = memoryStore()
  const fleet = fleetOn(server, [spec], { store, history: true })
  await until(() => fleet.devices[0]?.state().left)
  await until(() => deviceLinks(server).every(({ open }) => !open))
  expect(store.load(spec.identity.serial)).toMatchObject({ left: true })
  expect(Math.min(...reportsOf(server).map(({ age }) => age))).toBeGreaterThan(4 * 3600)
})

test.each([
  ['garbage', (server: TestServer) => deviceLinks(server)[0]?.bad.length],
  ['unknown-verb', (server: TestServer) => deviceLinks(server)[0]?.bad.includes('unknown verb')],
  ['long-line', (server: TestServer) => deviceLinks(server)[0]?.bad.some((reason) => reason.startsWith('report:'))],
  ['age', (server: TestServer) => reportsOf(server).some(({ age }) => age > 864_000)],
  ['lie', (server: TestServer) => reportsOf(server).some(({ values }) => values.includes(99_999_999))],
  ['twin', (server: TestServer) => server.links[0]?.hello?.mac.endsWith(':EE')],
  ['flood', (server: TestServer) => reportsOf(server).length > 100],
] as const)('fault %s reaches the wire', async (kind, seen) => {
  const server = await serverFor()
  fleetOn(server, [oneSpec({ index: 5 })], { faults: [{ kind, device: 5 }] })
  await until(() => seen(server))
})

test('a device that vanishes or refuses sends nothing, one that lags sends it late', async () => {
  const server = await serverFor()
  const specs = [oneSpec({ index: 11 }), oneSpec({ index: 12 }), oneSpec({ index: 13 })]
  fleetOn(server, specs, {
    faults: [
      { kind: 'vanish', device: 11, after: 2 },
      { kind: 'refuse', device: 12 },
      { kind: 'lag', device: 13, seconds: 2 },
    ],
  })
  const linkOf = (place: number) =>
    deviceLinks(server).find(({ hello }) => hello?.serial === specs[place]?.identity.serial)
  await until(() => linkOf(2)?.hello)
  const welcomed = Date.now()
  await until(() => linkOf(2)?.reports.length)
  expect(Date.now() - welcomed).toBeGreaterThanOrEqual(1900)
  linkOf(1)?.say({ verb: 'cmd', id: 'b1', command: 'refresh', seconds: 30, arg: '' })
  linkOf(1)?.say({ verb: 'ping' })
  await until(() => linkOf(1)?.lines.some(({ verb }) => verb === 'pong'))
  expect(linkOf(1)?.lines.some(({ verb }) => verb === 'result')).toBe(false)
  const heard = linkOf(0)?.lines.length
  linkOf(0)?.say({ verb: 'ping' })
  await until(() => (linkOf(1)?.reports.length ?? 0) > 10)
  expect(linkOf(0)).toMatchObject({ open: true })
  expect(linkOf(0)?.lines.length).toBe(heard)
})

test('the demo is forty devices, each with an identity of its own', () => {
  const specs = demoSpecs()
  expect(specs).toHaveLength(40)
  for (const of of [
    (spec: DeviceSpec) => spec.identity.serial,
    (spec: DeviceSpec) => spec.identity.mac,
    (spec: DeviceSpec) => spec.name,
  ]) {
    expect(new Set(specs.map(of)).size).toBe(40)
  }
  const groups = Map.groupBy(specs, ({ group }) => group)
  expect([...groups].map(([group, list]) => [group, list.length])).toEqual([
    ['demo', 28],
    ['north', 8],
    ['pier', 4],
  ])
})
