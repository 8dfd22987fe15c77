import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  closeRemoteSession,
  getHostKey,
  listAccessSessions,
  openCli,
  openRemoteAccess,
  takeTicket,
} from '@longreach/contract/remote/endpoints'
import { shellCloseCodes, shellLimits } from '@longreach/contract/remote/shell'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { generateHostKey } from '../gateway/host-key.ts'
import type { TestClient } from '../test/client.ts'
import { openLink } from '../test/connect.ts'
import { makeRemoteAccess } from '../test/remote.ts'
import { type RemoteDevice, startRemoteDevice } from '../test/remote-device.ts'
import { openPage, type ShellPage, takeKey } from '../test/shell-page.ts'
import { type SshTarget, startSshTarget } from '../test/ssh-target.ts'
import { until } from '../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../test/world.ts'

let world: World
let company: Place
let admin: TestClient
let device: RemoteDevice
let own: SshTarget
const targets: SshTarget[] = []

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  device = await startRemoteDevice(world, admin, company)
  own = await startSshTarget({ password: 'secret', keys: () => device.keys.values() })
  device.network.set('127.0.0.1:22', own.port)
})

const opened: number[] = []

/** Opens a session that ends with the test. */
async function openHere(...given: Parameters<typeof openLink>) {
  const session = await openLink(...given)
  opened.push(session.sessionId)
  return session
}

afterEach(async () => {
  for (const id of opened.splice(0)) await admin.call(closeRemoteSession, { params: { session_id: id } })
  device.authorize = { state: 'done', exit: 0, text: 'user=root server=openssh' }
  own.forbidden = undefined
  own.tries = []
})

afterAll(async () => {
  device?.leave()
  await own?.stop()
  for (const target of targets) await target.stop()
  await world?.stop()
})

/** Another SSH server in the device's network, with an entry. */
async function behind(host: string, given: Parameters<typeof startSshTarget>[0], values: object = {}) {
  const target = await startSshTarget(given)
  targets.push(target)
  device.network.set(`${host}:22`, target.port)
  const place = { protocol: 'ssh', destination_ip: host, destination_port: 22, ...values }
  return { target, entry: await makeRemoteAccess(world, company, device.id, place) }
}

async function open(link: string, options: { acknowledge?: boolean } = {}): Promise<ShellPage> {
  const { path, cookie } = await takeKey(world.base, link)
  const page = await openPage(world.base, { path, cookie }, options)
  if (typeof page === 'number') throw new Error(`refused: ${page}`)
  return page
}

const ownShell = () => openHere(admin, device.id, { duration: 600 }, openCli)

test("the device's own shell opens without a password, with a key that is gone afterwards", async () => {
  const { link, sessionId } = await ownShell()
  expect(link).toMatch(new RegExp(`^${world.base}/rms-connect/ssh\\?key=[\\w-]{43}$`))
  const page = await open(link)
  page.say({ type: 'start', cols: 80, rows: 24 })
  expect(await page.hear('host_key')).toMatchObject({ key_type: 'ssh-ed25519', state: 'new' })
  expect(await page.hear('ready')).toMatchObject({ username: 'root', server: '127.0.0.1:22', resumed: false })
  page.type('echo \xe4\r')
  await page.see('<echo \xe4>')
  page.say({ type: 'resize', cols: 132, rows: 50 })
  await until(() => own.sizes.includes('132x50'))
  expect(own.sizes[0]).toBe('xterm-256color 80x24')
  expect(own.tries).toContain('publickey root')
  expect(device.keys.size).toBe(1)
  page.type('exit\r')
  expect(await page.hear('ended')).toMatchObject({ step: 'shell', text: 'Shell ended (exit code 3)' })
  await until(() => page.closed() === shellCloseCodes.ended)
  await admin.call(closeRemoteSession, { params: { session_id: sessionId } })
  await until(() => device.keys.size === 0)
})

test('the link in the response opens a shell immediately, and the continuing opening does not revoke it', async () => {
  const answer = await admin.call(openCli, { params: { id: device.id }, body: { duration: 600 } })
  opened.push(answer.data.session_id)
  const page = await open(answer.data.link)
  page.say({ type: 'start', cols: 80, rows: 24 })
  await page.hear('ready')
  page.type('echo here\r')
  await page.see('<echo here>')
})

test('a device whose SSH server forbids root asks for a password, with the reason', async () => {
  own.forbidden = 'root'
  const page = await open((await ownShell()).link)
  page.say({ type: 'start', cols: 80, rows: 24 })
  expect((await page.hear('credentials')).reason).toContain('rejected the console')
  expect((await page.hear('credentials')).reason).toContain('PermitRootLogin')
  page.say({ type: 'credentials', username: 'admin', password: 'wrong' })
  expect((await page.hear('credentials', 2)).reason).toBe('Wrong username or password')
  page.say({ type: 'credentials', username: 'admin', password: 'secret' })
  expect(await page.hear('ready')).toMatchObject({ username: 'admin' })
  page.socket.close()
})

test('the agent names the user its key signs in as', async () => {
  device.authorize = { state: 'done', exit: 0, text: 'user=op server=dropbear' }
  const page = await open((await ownShell()).link)
  page.say({ type: 'start', cols: 80, rows: 24 })
  expect(await page.hear('ready')).toMatchObject({ username: 'op' })
})

test('a device that cannot authorise a key asks for a password', async () => {
  device.authorize = { state: 'failed', exit: 1, text: 'no SSH server is installed' }
  const page = await open((await ownShell()).link)
  page.say({ type: 'start', cols: 80, rows: 24 })
  expect((await page.hear('credentials')).reason).toContain('no SSH server is installed')
  page.socket.close()
})

test('a server behind the device signs in with kept, given or typed credentials, by password or by question', async () => {
  const { target, entry } = await behind('192.168.1.20', { password: 'secret', interactive: true })
  const given = await open((await openHere(admin, entry, { duration: 600, username: 'op', password: 'secret' })).link)
  given.say({ type: 'start', cols: 80, rows: 24 })
  expect(await given.hear('ready')).toMatchObject({ username: 'op', server: '192.168.1.20:22' })
  expect(target.tries.at(-1)).toBe('keyboard-interactive op')
  const typed = await open((await openHere(admin, entry)).link)
  typed.say({ type: 'start', cols: 80, rows: 24 })
  expect((await typed.hear('credentials')).reason).toBe('Sign in to 192.168.1.20:22')
  typed.say({ type: 'credentials', username: 'op', password: 'secret' })
  await typed.hear('ready')
  expect(device.commands.filter((verb) => verb === 'authorize').length).toBeLessThan(10)
  given.socket.close()
  typed.socket.close()
})

test('an old server with only old algorithms is supported', async () => {
  const { entry } = await behind('192.168.1.21', {
    password: 'secret',
    algorithms: { kex: ['diffie-hellman-group14-sha1'], cipher: ['aes128-cbc'], hmac: ['hmac-sha1'] } as never,
  })
  const page = await open((await openHere(admin, entry, { duration: 600, username: 'op', password: 'secret' })).link)
  page.say({ type: 'start', cols: 80, rows: 24 })
  await page.hear('ready')
  page.socket.close()
})

test('a changed host key is refused until a user who may edit the entry accepts it', async () => {
  const credentials = { duration: 600, username: 'op', password: 'secret' }
  const { target, entry } = await behind('192.168.1.22', { password: 'secret' })
  const first = await open((await openHere(admin, entry, credentials)).link)
  first.say({ type: 'start', cols: 80, rows: 24 })
  const { fingerprint: was } = await first.hear('host_key')
  await first.hear('ready')
  first.socket.close()
  await target.stop()
  const other = await startSshTarget({ password: 'secret', hostKey: generateHostKey() })
  targets.push(other)
  device.network.set('192.168.1.22:22', other.port)

  await makeUser(world, 'connector', company, await connectOnly())
  const connector = await world.as('connector')
  const refused = await open((await openHere(connector, entry, credentials)).link)
  refused.say({ type: 'start', cols: 80, rows: 24 })
  const { fingerprint } = await refused.hear('host_key')
  expect(await refused.hear('host_key')).toMatchObject({ state: 'changed', was, may_trust: false })
  expect(await refused.hear('ended')).toMatchObject({ step: 'host_key' })

  const asked = await open((await openHere(admin, entry, credentials)).link)
  asked.say({ type: 'start', cols: 80, rows: 24 })
  expect(await asked.hear('host_key')).toMatchObject({ state: 'changed', was, may_trust: true })
  expect(other.tries).toEqual([])
  asked.say({ type: 'trust', fingerprint: was })
  asked.say({ type: 'trust', fingerprint })
  await asked.hear('ready')
  asked.socket.close()
  expect((await admin.call(getHostKey, { params: { access_id: entry } })).data.known?.fingerprint).toBe(fingerprint)
  const { data: lines } = await admin.call(listAudit, { query: { action: 'remote.trust_host_key' } as never })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ username: 'admin@example.test', before: { fingerprint: was } })
})

test('a server that closes while a user decides about its changed key affects nothing else', async () => {
  const credentials = { duration: 600, username: 'op', password: 'secret' }
  const { target, entry } = await behind('192.168.1.26', { password: 'secret' })
  const first = await open((await openHere(admin, entry, credentials)).link)
  first.say({ type: 'start', cols: 80, rows: 24 })
  await first.hear('ready')
  first.socket.close()
  await target.stop()
  const other = await startSshTarget({ password: 'secret', hostKey: generateHostKey() })
  device.network.set('192.168.1.26:22', other.port)
  const faults: unknown[] = []
  const note = (fault: unknown) => faults.push(fault)
  process.on('unhandledRejection', note)
  const asked = await open((await openHere(admin, entry, credentials)).link)
  asked.say({ type: 'start', cols: 80, rows: 24 })
  expect(await asked.hear('host_key')).toMatchObject({ state: 'changed', may_trust: true })
  await other.stop()
  await asked.hear('ended')
  await until(() => asked.closed() === shellCloseCodes.ended)
  // An asynchronous exception would occur before this response.
  await admin.call(getHostKey, { params: { access_id: entry } })
  process.off('unhandledRejection', note)
  expect(faults).toEqual([])
})

async function connectOnly(): Promise<number> {
  const { id } = await world.db
    .insertInto('roles')
    .values({ ...company, name: 'connector', title: 'Connector' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const permissions = ['view_device_remote_access', 'connect_device_remote_access']
  await world.db
    .insertInto('role_permissions')
    .values(permissions.map((permission) => ({ role_id: id, permission })))
    .execute()
  return id
}

test('a closed port and a server that does not speak SSH are distinguished', async () => {
  const unreachable = await makeRemoteAccess(world, company, device.id, {
    protocol: 'ssh',
    destination_ip: '192.168.1.23',
    destination_port: 22,
  })
  const answer = await admin.call(openRemoteAccess, { params: { access_id: unreachable }, body: { duration: 600 } })
  expect(answer.status).toBe(201)
  await expect(openLink(admin, unreachable)).rejects.toThrow(/^target: /)
})

test('`yes` freezes nothing: the server is read only as fast as the page draws', async () => {
  const page = await open((await ownShell()).link, { acknowledge: false })
  page.say({ type: 'start', cols: 80, rows: 24 })
  await page.hear('ready')
  page.type('flood\r')
  await until(() => page.received() > shellLimits.window)
  let before = -1
  // The count is stable once the window is used up and everything in transit has arrived.
  await until(async () => {
    const still = before === own.flooded
    before = own.flooded
    await new Promise((resolve) => setTimeout(resolve, 200))
    return still
  })
  expect(page.received()).toBeLessThan(4 * 1024 * 1024)
  const stuck = page.received()
  page.say({ type: 'ack', bytes: stuck })
  await until(() => page.received() > stuck)
  expect((await world.as('admin')).cookies.size).toBeGreaterThan(0)
  page.socket.close()
})

test('a page that reconnects gets its shell and the previous output; the earlier page is disconnected', async () => {
  const { link, sessionId } = await ownShell()
  const { path, cookie } = await takeKey(world.base, link)
  const first = (await openPage(world.base, { path, cookie })) as ShellPage
  first.say({ type: 'start', cols: 80, rows: 24 })
  await first.hear('ready')
  first.type('one\r')
  await first.see('<one>')
  first.socket.terminate()
  const second = (await openPage(world.base, { path, cookie })) as ShellPage
  second.say({ type: 'start', cols: 100, rows: 30 })
  expect(await second.hear('ready')).toMatchObject({ resumed: true })
  expect(await second.hear('host_key')).toMatchObject({ key_type: 'ssh-ed25519', state: 'known' })
  await second.see('<one>')
  second.type('two\r')
  await second.see('<two>')
  const third = (await openPage(world.base, { path, cookie })) as ShellPage
  third.say({ type: 'start', cols: 100, rows: 30 })
  await third.see('<two>')
  await until(() => second.closed() === shellCloseCodes.takenOver)
  await admin.call(closeRemoteSession, { params: { session_id: sessionId } })
  expect(await third.hear('ended')).toMatchObject({ step: 'session', text: 'Closed by the user' })
})

test('a page that connects after the failure gets the reason', async () => {
  const entry = await makeRemoteAccess(world, company, device.id, {
    protocol: 'ssh',
    destination_ip: '10.9.9.9',
    destination_port: 2222,
  })
  const answer = await admin.call(openRemoteAccess, { params: { access_id: entry }, body: { duration: 600 } })
  const { path, cookie } = await takeKey(world.base, answer.data.link)
  const isOver = async () => {
    const params = { access_id: entry }
    const { data } = await admin.call(listAccessSessions, { params, query: { active: true } })
    return data.length === 0
  }
  await until(isOver)
  const page = (await openPage(world.base, { path, cookie })) as ShellPage
  expect(await page.hear('ended')).toMatchObject({ step: 'target', text: expect.stringContaining('10.9.9.9:2222') })
  await until(() => page.closed() === shellCloseCodes.ended)
  expect(await openPage(world.base, { path, cookie: cookie.replace(/.$/, 'x') })).toBe(403)
})

test('a shell that failed before its page opened shows the reason', async () => {
  const place = { protocol: 'ssh', destination_ip: '10.9.9.8', destination_port: 2222 }
  const entry = await makeRemoteAccess(world, company, device.id, place)
  const answer = await admin.call(openRemoteAccess, { params: { access_id: entry }, body: { duration: 600 } })
  const params = { access_id: entry }
  await until(async () => (await admin.call(listAccessSessions, { params, query: { active: true } })).data.length === 0)
  const page = await open(answer.data.link)
  expect(await page.hear('ended')).toMatchObject({ step: 'target', text: expect.stringContaining('10.9.9.8:2222') })
  await until(() => page.closed() === shellCloseCodes.ended)
  expect((await takeKey(world.base, answer.data.link)).answer.status).toBe(404)
})

test('the key opens once; the cookie is of one session, one path and this origin', async () => {
  const one = await ownShell()
  const { path, cookie, line } = await takeKey(world.base, one.link)
  expect(line).toMatch(/^__Secure-shell=[\w-]{43}; .*HttpOnly/i)
  expect(line).toMatch(/SameSite=Strict/i)
  expect(line).toContain(`Path=${path}`)
  expect((await takeKey(world.base, one.link)).answer.status).toBe(404)
  expect((await takeKey(world.base, `${world.base}/x?key=unknown`)).answer.errors).toEqual(
    (await takeKey(world.base, one.link)).answer.errors,
  )
  const two = await ownShell()
  const other = await takeKey(world.base, two.link)
  expect(await openPage(world.base, { path, cookie: other.cookie })).toBe(403)
  expect(await openPage(world.base, { path, cookie: '' })).toBe(403)
  for (const origin of ['http://elsewhere.test', world.base.replace('http:', 'https:')])
    expect(await openPage(world.base, { path, cookie, origin })).toBe(403)
  expect(await openPage(world.base, { path, cookie, origin: null })).toBe(403)
  expect(await openPage(world.base, { path: `/connect/${'0'.repeat(32)}`, cookie })).toBe(403)
  expect(typeof (await openPage(world.base, { path, cookie }))).toBe('object')
  const again = await admin.call(takeTicket, { params: { session_id: one.sessionId }, body: {} })
  expect((await takeKey(world.base, again.data.link)).answer.status).toBe(200)
  expect(await openPage(world.base, { path, cookie })).toBe(403)
})

test('a page that sends invalid messages is disconnected', async () => {
  for (const frame of ['{"type":"run"}', 'no json', `{"type":"start","cols":1,"rows":1,"x":"${'y'.repeat(5000)}"}`]) {
    const page = await open((await ownShell()).link)
    page.socket.send(frame)
    await until(() => page.closed() === shellCloseCodes.badFrame)
  }
  const page = await open((await ownShell()).link)
  page.socket.send(Buffer.alloc(shellLimits.frame + 1))
  await until(() => page.closed() === 1009)
})

test('bytes both ways are in the history, secrets nowhere', async () => {
  const entry = await makeRemoteAccess(world, company, device.id, {
    protocol: 'ssh',
    destination_ip: '127.0.0.1',
    destination_port: 22,
  })
  const { link, sessionId } = await openHere(admin, entry, { duration: 600, username: 'op', password: 'secret' })
  const page = await open(link)
  page.say({ type: 'start', cols: 80, rows: 24 })
  await page.hear('ready')
  page.type('exit\r')
  await page.hear('ended')
  await admin.call(closeRemoteSession, { params: { session_id: sessionId } })
  await until(async () => {
    const { data } = await admin.call(listAccessSessions, { params: { access_id: entry } })
    return (data[0]?.input_data ?? 0) > 500 && (data[0]?.output_data ?? 0) > 500
  })
  const { text } = await admin.call(listAccessSessions, { params: { access_id: entry } })
  const audit = await admin.call(listAudit, { query: { limit: 100 } })
  for (const answer of [text, audit.text]) expect(answer).not.toMatch(/secret|key=|ticket=/)
})
