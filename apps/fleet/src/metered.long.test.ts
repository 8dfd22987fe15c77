import { linkLimits } from '@longreach/contract/link/limits'
import { formatUpLine, type UpLine } from '@longreach/contract/link/lines'
import { batchCapability } from '@longreach/contract/link/report'
import { afterEach, expect, test } from 'vitest'
import { startFleet } from './fleet.ts'
import { helloOf } from './hello.ts'
import { type DeviceSpec, specOf } from './spec.ts'
import { newState } from './state.ts'
import { startTestServer, type TestLink, testSecret, until } from './test-server.ts'

const cleaners: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaners.splice(0).reverse()) await clean()
})

/** A device with an agent that batches reports, or with an older one. */
function specWith(batches: boolean): DeviceSpec {
  for (let index = 1; ; index++) {
    const spec = specOf({ index, model: 'RUTX11', name: `Test ${index}`, use: 'office', life: 'steady' }, 7)
    const knows = helloOf(spec, newState(0, 0, 0), 0, false).caps?.includes(batchCapability) ?? false
    if (knows === batches) return spec
  }
}

async function metered({ batches = true, batch = 3600, keepalive = 60 } = {}) {
  const server = await startTestServer({ batch, keepalive })
  cleaners.push(() => server.stop())
  const fleet = startFleet({
    server: server.server,
    specs: [specWith(batches)],
    credentials: () => ({ key: `k1.${testSecret}` }),
    retry: { spread: 0.05, max: 0.5 },
    interval: 1,
    every: 20,
  })
  cleaners.push(() => fleet.stop())
  const link = () => server.links.find(({ user }) => user !== 'enroll') as TestLink
  await until(() => link()?.reports.length > 0)
  const waiting = () => fleet.devices[0]?.waiting() ?? 0
  return { server, link: link(), waiting, device: fleet.devices[0] }
}

const sent = (link: TestLink) => link.lines.filter(({ verb }) => verb === 'batch' || verb === 'report')
const numbers = (link: TestLink) => link.reports.map(({ seq }) => seq)

test('a device on a metered connection sends its first reports after the welcome and batches the next', async () => {
  const { link, waiting } = await metered()
  const first = sent(link)
  expect(first.map(({ verb }) => verb)).toEqual(['batch'])
  await until(() => waiting() >= 14)
  expect(sent(link)).toEqual(first)
  link.say({ verb: 'cmd', id: 'a1', command: 'refresh', seconds: 30, arg: '' })
  await until(() => waiting() === 0)
  expect(sent(link).map(({ verb }) => verb)).toEqual(['batch', 'batch'])
  expect(numbers(link)).toEqual(numbers(link).map((_, at) => (numbers(link)[0] ?? 0) + at))
  const ages = link.reports.map(({ age }) => age)
  expect(Math.max(...ages)).toBeGreaterThanOrEqual(1)
  for (const { set, values } of link.reports) expect(values).toHaveLength(link.names.get(set)?.length ?? -1)
})

test('settings apply on the open link', async () => {
  const { link, waiting } = await metered()
  await until(() => waiting() >= 4)
  link.say({ verb: 'settings', settings: { keepalive: 60, batch: 0, dynamic: 1 } })
  await until(() => waiting() === 0 && sent(link).at(-1)?.verb === 'report')
  link.say({ verb: 'settings', settings: { keepalive: 60, batch: 3600, dynamic: 1 } })
  await until(() => waiting() >= 4)
  const before = sent(link).length
  link.say({ verb: 'settings', settings: { keepalive: 60, batch: 1, dynamic: 1 } })
  await until(() => sent(link).length >= before + 2)
  expect(sent(link).at(-1)?.verb).toBe('batch')
  expect(link.bad).toEqual([])
})

test('a device sends a keep-alive shortly before the timeout', async () => {
  const { link } = await metered({ keepalive: 6 })
  await until(() => link.lines.some(({ verb }) => verb === 'pong'))
})

test('a long spool is sent in lines within the limit, four at a time', async () => {
  const { server, link, waiting } = await metered()
  server.acknowledging = false
  link.say({ verb: 'settings', settings: { keepalive: 60, batch: 1, dynamic: 1 } })
  await until(() => sent(link).length === 5)
  await until(() => waiting() > 40)
  expect(sent(link)).toHaveLength(5)
  server.acknowledging = true
  const cut = server.links.length
  link.cut()
  await until(() => server.links.length > cut && waiting() === 0)
  const again = server.links.at(-1) as TestLink
  const lines = sent(again) as Extract<UpLine, { verb: 'batch' }>[]
  expect(lines[0]?.rows.length).toBeGreaterThan(10)
  for (const line of lines) expect(formatUpLine(line).length).toBeLessThanOrEqual(linkLimits.upLineBytes)
  expect(numbers(again)).toEqual(numbers(again).map((_, at) => (numbers(again)[0] ?? 0) + at))
  expect(server.mostUnderWay).toBeLessThanOrEqual(4)
})

test('an older agent does not batch, whatever its settings', async () => {
  const { link, waiting } = await metered({ batches: false })
  await until(() => link.reports.length > 12)
  link.say({ verb: 'settings', settings: { keepalive: 60, batch: 3600, dynamic: 1 } })
  const heard = link.reports.length
  await until(() => link.reports.length > heard + 8)
  expect(new Set(sent(link).map(({ verb }) => verb))).toEqual(new Set(['report']))
  // Four lines in progress, and reports measured at this moment.
  expect(waiting()).toBeLessThanOrEqual(8)
})
