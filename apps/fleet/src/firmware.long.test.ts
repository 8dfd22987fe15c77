import { createHash, randomBytes } from 'node:crypto'
import { fileExits } from '@longreach/contract/link/files'
import { expect, onTestFinished, test } from 'vitest'
import type { Fault } from './faults.ts'
import { startFleet } from './fleet.ts'
import { memoryStore } from './state.ts'
import { serveContent, spec, startDevice, ticket } from './test-device.ts'
import { startTestServer, type TestLink, testSecret, until } from './test-server.ts'

const image = randomBytes(60_000)
const sum = createHash('sha256').update(image).digest('hex')
const old = spec.identity.firmware
const version = 'RUTX_R_00.07.19'

/** A device on a server that has the image. */
async function device(faults: Omit<Fault, 'device'>[] = []) {
  const started = await startDevice(faults)
  const { links } = started
  const gets = serveContent(started.server, image)
  const results = () =>
    links().flatMap(({ lines }) =>
      lines.flatMap((line) => (line.verb === 'result' ? [`${line.id} ${line.state} ${line.exit} ${line.text}`] : [])),
    )
  const answered = async (count: number) => {
    await until(() => results().length >= count)
    return results().at(-1)
  }
  return { ...started, gets, results, answered }
}

test('content is fetched and installed: another boot, the version of the command, also after the fleet was restarted', async () => {
  const { gets, say, answered, last, links, start, fleet } = await device()
  const { boot } = links()[0]!.hello!
  say('f1', 'fetch', `${ticket} ${sum} ${image.length}`)
  expect(await answered(1)).toBe('f1 done 0 60000 bytes')
  say('f2', 'fetch', `${ticket} ${sum} ${image.length}`)
  expect(await answered(2)).toBe('f2 done 0 60000 bytes')
  expect(gets).toEqual([{ ticket, offset: 0 }])
  const other = 'f'.repeat(32)
  say('f3', 'fetch', `${other} ${sum} ${image.length}`)
  expect(await answered(3)).toBe('f3 done 0 60000 bytes')
  expect(gets.slice(1)).toEqual([{ ticket: other, offset: image.length }])
  say('i1', 'firmware', `${sum} keep ${version}`)
  await until(() => last().hello?.firmware === version, 20_000)
  expect(last().hello?.boot).not.toBe(boot)
  say('i1', 'firmware', `${sum} keep ${version}`)
  expect(await answered(4)).toBe('i1 already 0 rebooted')
  // The firmware version in its reports.
  const reported = () =>
    last().reports.map(({ set, values }) => values[last().names.get(set)?.indexOf('firmware') ?? -1])
  await until(() => reported().includes(version))
  expect(reported()).not.toContain(old)
  // Its memory is from another boot.
  say('i2', 'firmware', `${sum} keep ${version}`)
  expect(await answered(5)).toBe('i2 failed 5 the firmware has not been fetched')
  fleet.stop()
  const before = links().length
  start()
  await until(() => links()[before]?.hello)
  expect(links()[before]?.hello?.firmware).toBe(version)
}, 30_000)

test('a fleet that is killed during an installation goes on with it', async () => {
  const { say, answered, last, links, start, fleet } = await device()
  const { boot } = links()[0]!.hello!
  say('f1', 'fetch', `${ticket} ${sum} ${image.length}`)
  await answered(1)
  say('i1', 'firmware', `${sum} keep ${version}`)
  await until(() => !last().open)
  fleet.stop()
  const before = links().length
  start()
  await until(() => links()[before]?.hello, 20_000)
  expect(links()[before]?.hello).toMatchObject({ firmware: version, boot: expect.not.stringMatching(boot) })
}, 30_000)

test('an installation that passes between two ticks still restarts the device', async () => {
  const store = memoryStore()
  let ahead = 0
  const server = await startTestServer({ static: 60 })
  onTestFinished(() => server.stop())
  serveContent(server, image)
  const fleet = startFleet({
    server: server.server,
    specs: [spec],
    credentials: () => ({ key: `k1.${testSecret}` }),
    every: 20,
    now: () => Date.now() + ahead,
    store: {
      ...store,
      save(serial, state) {
        if (state.installing !== undefined) queueMicrotask(() => (ahead = 10_000))
        store.save(serial, state)
      },
    },
  })
  onTestFinished(() => fleet.stop())
  const link = () => server.links.findLast(({ user, open }) => open && user !== 'enroll') as TestLink
  await until(() => link()?.reports.length)
  link().say({ verb: 'cmd', id: 'f1', command: 'fetch', seconds: 60, arg: `${ticket} ${sum} ${image.length}` })
  await until(() => link().lines.some(({ verb }) => verb === 'result'))
  link().say({ verb: 'cmd', id: 'i1', command: 'firmware', seconds: 60, arg: `${sum} keep ${version}` })
  await until(() => link()?.hello?.firmware === version, 10_000)
}, 20_000)

test.each([
  ['fails-check', 'i1 failed 7 Image check failed.'],
  ['old-version', 'i1 already 0 rebooted'],
  ['claims-version', 'i1 already 0 rebooted'],
] as const)(
  'the fault %s',
  async (kind, said) => {
    const { say, answered, last, links, gets } = await device([{ kind }])
    say('f1', 'fetch', `${ticket} ${sum} ${image.length}`)
    expect(await answered(1)).toBe('f1 done 0 60000 bytes')
    expect(gets).toHaveLength(kind === 'claims-version' ? 0 : 1)
    say('i1', 'firmware', `${sum} keep ${version}`)
    if (kind !== 'fails-check') {
      await until(() => links().length === 2 && last().hello, 20_000)
      say('i1', 'firmware', `${sum} keep ${version}`)
    }
    expect(await answered(2)).toBe(said)
    expect(last().hello?.firmware).toBe(kind === 'claims-version' ? version : old)
  },
  30_000,
)

test('a device that never returns is back when the fault is over', async () => {
  const { say, answered, links } = await device([{ kind: 'never-returns', for: 11 }])
  const startedAt = performance.now()
  say('f1', 'fetch', `${ticket} ${sum} ${image.length}`)
  await answered(1)
  say('i1', 'firmware', `${sum} keep ${version}`)
  await until(() => links().length === 2 && links()[1]?.hello, 30_000)
  expect(performance.now() - startedAt).toBeGreaterThan(9500)
  expect(links()[1]?.hello?.firmware).toBe(version)
}, 40_000)

test('a slow one takes its time', async () => {
  const { say, answered } = await device([{ kind: 'slow-fetch', seconds: 3 }])
  const startedAt = performance.now()
  say('f1', 'fetch', `${ticket} ${sum} ${image.length}`)
  expect(await answered(1)).toBe('f1 done 0 60000 bytes')
  expect(performance.now() - startedAt).toBeGreaterThan(1000)
})

test('what is not as announced is refused, and what is not a command', async () => {
  const { server, say, answered, results } = await device()
  say('f1', 'fetch', `${ticket} ${'0'.repeat(64)} ${image.length}`)
  expect(await answered(1)).toBe('f1 failed 5 the server sent other content than announced')
  say('f2', 'fetch', `${ticket} ${sum} 100`)
  expect(await answered(2)).toBe('f2 failed 5 connection closed')
  server.serveFile = (_get, channel) => {
    channel.stderr.write('The ticket is not valid: it has expired\n')
    channel.exit(fileExits.badTicket)
    channel.end()
  }
  say('f3', 'fetch', `${ticket} ${sum} ${image.length}`)
  expect(await answered(3)).toBe('f3 failed 3 The ticket is not valid: it has expired')
  say('f4', 'fetch', `${ticket} ${sum} 0`)
  say('i1', 'firmware', `${sum} both 1`)
  say('i2', 'firmware', `${sum} keep 1`)
  await answered(6)
  expect(results().slice(3)).toEqual([
    'f4 failed 2 expected a ticket, a checksum and a length',
    "i1 failed 2 expected a checksum, 'keep' or 'reset', and a version",
    'i2 failed 5 the firmware has not been fetched',
  ])
})
