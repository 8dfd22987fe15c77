import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fault } from './faults.ts'
import { serveContent, spec, startDevice, ticket } from './test-device.ts'
import { until } from './test-server.ts'
import { applyBatch, configurationOf, exportText } from './uci.ts'

const made = configurationOf(spec)
const batch = "touches network\nset network.lan.ipaddr='10.0.0.1'\nset network.lan.netmask='255.255.255.0'\n"
const changed = exportText(applyBatch(made, batch))

/** A device on a server, with helpers for its answers. */
async function device(faults: Omit<Fault, 'device'>[] = [], longestWait?: number) {
  const started = await startDevice(faults, longestWait)
  const { server, say, links } = started
  const results = (id: string) =>
    links().flatMap(({ lines }) =>
      lines.flatMap((line) =>
        line.verb === 'result' && line.id === id ? [`${line.state} ${line.exit} ${line.text}`] : [],
      ),
    )
  const answer = async (id: string, count = 1) => {
    await until(() => results(id).length >= count)
    return results(id).at(-1)
  }
  /** Fetches the text and applies it; the next command follows immediately. */
  const apply = async (
    id: string,
    seconds: number,
    text = batch,
    next?: [id: string, command: string, arg: string],
  ) => {
    const file = Buffer.from(text)
    serveContent(server, file)
    const sum = createHash('sha256').update(file).digest('hex')
    say(`${id}f`, 'fetch', `${ticket} ${sum} ${file.length}`)
    await answer(`${id}f`)
    say(id, 'config-apply', `${sum} ${seconds}`)
    if (next) say(...next)
    return await answer(id)
  }
  const read = async (id: string, what = 'all') => {
    server.received.clear()
    say(id, 'config-read', `${ticket} ${what}`)
    expect(await answer(id)).toMatch(/^done 0 /)
    return server.received.get(ticket)?.toString()
  }
  const hears = (state: string) => until(() => links().some(({ hello }) => hello?.apply === state))
  return { ...started, results, answer, apply, read, hears }
}

test('a configuration is read, applied and confirmed over another link, and stays', async () => {
  const { say, answer, apply, read, links, last, hears, start, fleet } = await device()
  expect(last().hello?.caps).toContain('config')
  expect(await read('r1')).toBe(exportText(made))
  expect(await read('r2', 'system')).toBe(exportText(made, ['system']))
  expect(await apply('a1', 600, batch, ['c1', 'config-confirm', 'a1'])).toBe('done 0 applied')
  expect(await answer('c1')).toBe('failed 75 not over a connection made after the change')
  await hears('a1 applied')
  say('a2', 'config-apply', `${'0'.repeat(64)} 60`)
  expect(await answer('a2')).toBe('failed 75 another configuration is being applied or waits for its confirmation')
  say('u9', 'upgrade-agent', `${ticket} ${'0'.repeat(64)} 100 9.9.9`)
  say('i1', 'firmware', `${'0'.repeat(64)} keep 1`)
  const waits = 'failed 75 a configuration is being applied or waits for its confirmation'
  expect([await answer('u9'), await answer('i1')]).toEqual([waits, waits])
  expect(links()[0]?.hello?.apply).toBeUndefined()
  say('c2', 'config-confirm', 'a1')
  expect(await answer('c2')).toBe('done 0 confirmed')
  say('u1', 'config-undo', 'a1')
  expect(await answer('u1')).toBe('failed 8 confirmed')
  say('a1', 'config-apply', `${'0'.repeat(64)} 60`)
  expect(await answer('a1', 2)).toBe('already 0 confirmed')
  expect(await read('r3')).toBe(changed)
  fleet.stop()
  const before = links().length
  start()
  await until(() => links()[before]?.reports.length)
  expect(links()[before]?.hello?.apply).toBeUndefined()
  expect(await read('r4')).toBe(changed)
})

test('without a confirmation it is taken back by its own clock, also after the fleet was restarted', async () => {
  const { say, answer, apply, read, last, hears, start, fleet, links } = await device()
  await apply('a1', 2)
  fleet.stop()
  const before = links().length
  start()
  await until(() => links()[before]?.hello)
  await hears('a1 undone')
  await until(() => last().reports.length)
  expect(await read('r1')).toBe(exportText(made))
  say('a1', 'config-apply', `${'0'.repeat(64)} 60`)
  expect(await answer('a1', 2)).toBe('already 1 undone: not confirmed within 2 s')
  say('c1', 'config-confirm', 'a1')
  expect(await answer('c1')).toBe('failed 8 undone: not confirmed within 2 s')
})

test('with 0 seconds it stays without a confirmation', async () => {
  const { say, answer, apply, read, links, last } = await device()
  expect(await apply('a1', 0)).toBe('done 0 applied')
  await until(() => links().length > 1 && last().hello !== undefined)
  expect(last().hello?.apply).toBeUndefined()
  say('u1', 'config-undo', 'a1')
  expect(await answer('u1')).toBe('failed 8 confirmed')
  expect(await read('r1')).toBe(changed)
})

test('however often it is configured, it connects again without waiting longer', async () => {
  const { apply, links } = await device([], 600)
  for (let count = 1; count <= 12; count++) {
    await apply(`a${count}`, 0)
    await until(() => links().length > count && links().at(-1)?.hello)
  }
})

test('a restart gives it time again, the second one takes it back', async () => {
  const { say, apply, last, links, hears } = await device()
  await apply('a1', 600)
  for (const reboot of ['b1', 'b2']) {
    await until(() => last().open && last().reports.length && last().hello?.apply === 'a1 applied')
    const { boot } = last().hello!
    say(reboot, 'reboot', '')
    await until(() => links().some(({ hello, open }) => open && hello && hello.boot !== boot))
  }
  await hears('a1 undone')
})

test('the server can have it taken back at once', async () => {
  const { say, answer, apply, read, last, hears } = await device()
  await apply('a1', 600)
  await hears('a1 applied')
  say('u1', 'config-undo', 'a1')
  expect(await answer('u1')).toBe('done 0 undone: as the server asked')
  await hears('a1 undone')
  await until(() => last().reports.length)
  expect(await read('r1')).toBe(exportText(made))
})

test('the fault cuts-itself: no link while it is applied', async () => {
  const { apply, links, hears } = await device([{ kind: 'cuts-itself' }])
  await apply('a1', 3)
  const startedAt = performance.now()
  await hears('a1 undone')
  expect(performance.now() - startedAt).toBeGreaterThan(1500)
  expect(links().filter(({ hello }) => hello?.apply === 'a1 applied')).toEqual([])
})

test('the fault never-confirms: it does not hear the confirmation', async () => {
  const { say, apply, hears, results } = await device([{ kind: 'never-confirms' }])
  await apply('a1', 4)
  await hears('a1 applied')
  say('c1', 'config-confirm', 'a1')
  await hears('a1 undone')
  expect(results('c1')).toEqual([])
})

test('the fault half-applies: only what comes first is there', async () => {
  const { apply, read, hears, last } = await device([{ kind: 'half-applies' }])
  expect(await apply('a1', 600)).toBe('done 0 applied')
  await hears('a1 applied')
  await until(() => last().reports.length)
  const first = batch.split('\n').slice(0, 2).join('\n')
  expect(await read('r1')).toBe(exportText(applyBatch(made, first)))
})

test('the fault refuses-line, and what every device refuses', async () => {
  const refusing = await device([{ kind: 'refuses-line' }])
  expect(await refusing.apply('a1', 60)).toBe('failed 7 line 2: not a line that may be applied')
  const { say, answer, apply, read } = await device()
  expect(await apply('a1', 60, `${batch}commit\n`)).toBe('failed 7 line 4: not a line that may be applied')
  expect(await apply('a2', 60, batch.replace('touches ', ''))).toBe(
    "failed 7 line 1: expected 'touches' and the packages",
  )
  expect(await apply('a3', 60, "touches network\nset network.none.a='1'\n")).toBe(
    'failed 7 refused by uci: uci: Entry not found',
  )
  say('a4', 'config-apply', `${'0'.repeat(64)} 60`)
  say('a5', 'config-apply', `${'0'.repeat(64)} 3601`)
  say('c1', 'config-confirm', 'a1')
  say('c2', 'config-undo', 'a;b')
  say('r1', 'config-read', 'all')
  expect(await Promise.all(['a4', 'a5', 'c1', 'c2', 'r1'].map((id) => answer(id)))).toEqual([
    'failed 5 the configuration has not been fetched',
    'failed 2 expected a checksum and 0 to 3600 seconds',
    'failed 5 no such configuration was applied',
    'failed 2 expected the id of a configuration',
    "failed 2 expected a ticket, and 'all' or packages",
  ])
  expect(await read('r2')).toBe(exportText(made))
})

test.each([
  ["set network.lan.ipaddr='it'\\''s'", ["option ipaddr 'it'\\''s'"]],
  ['add network route', ['config route\n']],
  ["set network.@interface[-1].proto='static'", ["config interface 'wan'", "option proto 'static'"]],
  ["add_list system.ntp.server='a b'", ["list server 'a b'"]],
  ["del_list system.ntp.server='0.pool.ntp.org'", []],
  ['rename network.lan=lan2', ["config interface 'lan2'"]],
  ["rename network.lan.proto='kind'", ["option kind 'static'"]],
  ["reorder network.wan='0'", ["config interface 'wan'"]],
  ['delete network.lan', []],
  ['delete network.lan.proto', []],
])('the line %s', (line, found) => {
  const text = exportText(applyBatch(made, `touches network system\n${line}`))
  expect(text).not.toBe(exportText(made))
  for (const part of found) expect(text).toContain(part)
})

test.each([
  'import network',
  'delete network',
  "set wireless.a.b='1'",
  "set network.lan.ipaddr='1'; reboot",
  "set network.lan.ipaddr='1'x",
  'set network.lan.ipaddr=$(reboot)',
  "rename network.lan='a",
  "set network.lan.a='\r'",
  '',
])('the line %j is refused', (line) => {
  expect(() => applyBatch(made, `touches network\n${line}\nset network.lan.a='1'`)).toThrow('line 2: not a line')
})

test('calls of its own API are made after the lines, and taken back with them when one is refused', async () => {
  const { answer, apply, read, last, hears } = await device()
  expect(last().hello?.caps).toContain('api-call')
  const call = (ipaddr: unknown) => `api PUT /api/interfaces/config/lan {"data":{"ipaddr":${JSON.stringify(ipaddr)}}}\n`
  expect(await apply('k1', 600, `${batch}${call('10.0.0.2')}${call({})}${call('10.0.0.3')}`)).toBe(
    'failed 1 undone: call 2 of 3: answered 422 [200/20 422/21]',
  )
  await hears('k1 undone')
  expect(await read('kr')).toBe(exportText(made))
  expect(await apply('k2', 0, call('10.0.0.4'), ['k3', 'api-call', 'GET /api/interfaces/config/lan -'])).toBe(
    'done 0 applied [200/20]',
  )
  expect(await answer('k3')).toMatch(/^done 0 200\\n\{"success":true,"data":\{"id":"lan".*"ipaddr":"10\.0\.0\.4"/)
})
