import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { revokeToken } from '@longreach/contract/account/endpoints'
import { createEnrolmentKey, deleteDevices } from '@longreach/contract/devices/endpoints'
import { permissions } from '@longreach/contract/permissions'
import {
  accessStatus,
  checkRemoteAccess,
  closeRemoteSession,
  deleteRemoteAccess,
  extendRemoteSession,
  listAccessSessions,
  listDeviceLinks,
  listRemoteLogs,
  openRemoteAccess,
  openWebui,
  restartConnection,
  takeTicket,
  updateRemoteAccess,
} from '@longreach/contract/remote/endpoints'
import { createRole, updateRole } from '@longreach/contract/roles/endpoints'
import { formatTime } from '@longreach/contract/time'
import { deleteUser, moveUsers, updateUser } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { enter, finished, openLink, visit } from '../../test/connect.ts'
import { connectEnrolled, enrolDevice } from '../../test/device.ts'
import { makeRemoteAccess, makeRemoteSession } from '../../test/remote.ts'
import { type RemoteDevice, startRemoteDevice } from '../../test/remote-device.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'
import { inEnglish } from '../../texts.ts'
import { countUsage, endLeftovers, forgetLinks } from './session-store.ts'

let world: World
let company: Place
let admin: TestClient
let adminId: number
let device: RemoteDevice
let panel: Server
let entry: number

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  adminId = await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  panel = createServer((_asked, response) => response.end('panel'))
  await new Promise<void>((resolve) => panel.listen(0, '127.0.0.1', resolve))
  device = await startRemoteDevice(world, admin, company)
  device.network.set('192.168.1.10:80', (panel.address() as AddressInfo).port)
})

beforeEach(async () => {
  await sql`UPDATE remote_sessions SET ended_at = now() WHERE ended_at IS NULL`.execute(world.db)
  entry = await makeRemoteAccess(world, company, device.id)
})

afterAll(async () => {
  device?.leave()
  panel?.closeAllConnections()
  panel?.close()
  await world?.stop()
})

const sessionsOf = async (id: number) => (await admin.call(listAccessSessions, { params: { access_id: id } })).data
const events = async (answer: { meta: Record<string, unknown> }) => finished(admin, answer.meta.channel)

/** Expects an end with the reason; the open page must not show the panel any more. */
async function expectEnd(id: number, page: { origin: string; cookie: string }, reason: string | RegExp) {
  await until(async () => {
    const { rows } = await sql<{ reason: string | null }>`
      SELECT end_reason AS reason FROM remote_sessions WHERE access_id = ${id} OR access_id IS NULL ORDER BY id DESC LIMIT 1`.execute(
      world.db,
    )
    return rows[0]?.reason !== null && inEnglish(rows[0]?.reason ?? '').match(reason)
  }, 8000)
  await until(async () => (await visit(`${page.origin}/`, { headers: { cookie: page.cookie } })).status === 410)
}

async function openPage(client = admin, id = entry) {
  const { link, sessionId } = await openLink(client, id)
  const page = await enter(link)
  expect((await visit(`${page.origin}/`, { headers: { cookie: page.cookie } })).text).toBe('panel')
  return { page, sessionId }
}

describe('opening', () => {
  test('S4.109: each step is published, the last one has the link', async () => {
    const answer = await admin.call(openRemoteAccess, { params: { access_id: entry }, body: { duration: 600 } })
    expect(answer.status).toBe(201)
    const all = await events(answer)
    expect(all.map((event) => (event.data as { step?: string } | undefined)?.step)).toEqual([
      undefined,
      'device',
      'tunnel',
      'target',
      undefined,
    ])
    expect(all.at(-1)).toMatchObject({ status: 'completed', data: { session_id: answer.data.session_id } })
  })

  test('the events of the channel have the one-time key of the link until it is used, replaced or expired', async () => {
    const keyOf = (link: string) => new URL(link).searchParams.get('ticket') ?? ''
    const stored = async (link: string) => {
      const { rows } = await sql`SELECT FROM channel_events WHERE event::text LIKE ${`%${keyOf(link)}%`}`.execute(
        world.db,
      )
      return rows.length
    }
    const open = () => admin.call(openRemoteAccess, { params: { access_id: entry }, body: { duration: 600 } })
    const used = await open()
    const link = (await events(used)).at(-1)?.link ?? ''
    expect([keyOf(link).length > 20, await stored(link)]).toEqual([true, 1])
    await enter(link)
    expect(await stored(link)).toBe(0)
    expect((await events(used)).at(-1)).toMatchObject({
      status: 'completed',
      data: { session_id: used.data.session_id },
    })

    const replaced = await openLink(admin, entry)
    await admin.call(takeTicket, { params: { session_id: replaced.sessionId }, body: {} })
    expect(await stored(replaced.link)).toBe(0)

    const [expired, fresh] = [await openLink(admin, entry), await openLink(admin, entry)]
    await sql`
      UPDATE channel_events SET created_at = created_at - interval '61 seconds'
      WHERE event::text LIKE ${`%${keyOf(expired.link)}%`}`.execute(world.db)
    await forgetLinks(world.db)
    expect([await stored(expired.link), await stored(fresh.link)]).toEqual([0, 1])
  })

  test('an offline device, one that never connected, and one that is too old are distinguished', async () => {
    const fails = async (id: number) => {
      const answer = await admin.call(openRemoteAccess, { params: { access_id: id }, body: { duration: 600 } })
      const { status, errorCode, value } = (await events(answer)).at(-1) ?? {}
      expect(status).toBe('error')
      return `${errorCode}: ${value}`
    }
    const since = new Date('2026-11-20T14:03:11Z')
    const offline = await makeDevice(world, company, { status: 0, status_since: since })
    expect(await fails(await makeRemoteAccess(world, company, offline))).toBe(
      'device: Device is offline since 2026-11-20 14:03:11 (UTC). Try again when it is back online',
    )
    const fresh = await makeDevice(world, company, { status: null })
    expect(await fails(await makeRemoteAccess(world, company, fresh))).toContain('has not connected yet')
    const { data: key } = await admin.call(createEnrolmentKey, {
      body: { company_id: company.company_id },
    })
    const old = await enrolDevice(world.app.gatewayPort as number, key.key, { serial: '7200000001' })
    const link = await connectEnrolled(world.app.gatewayPort as number, old)
    expect(await fails(await makeRemoteAccess(world, company, old.deviceId))).toBe(
      'link: The agent on this device is too old for remote access. Update the agent',
    )
    link.leave()
    const unreachable = await makeRemoteAccess(world, company, device.id, { destination_ip: '192.168.1.99' })
    expect(await fails(unreachable)).toContain('target: ')
    expect((await sessionsOf(unreachable))[0]).toMatchObject({
      active: false,
      end_reason: expect.stringContaining('Not opened: '),
    })
  })

  test('a target that requires credentials is not opened without', async () => {
    const asks = await makeRemoteAccess(world, company, device.id, { credentials_required: true })
    const open = (body: object) =>
      admin.call(openRemoteAccess, { params: { access_id: asks }, body: { duration: 600, ...body } })
    const { status, errors } = await open({})
    expect([status, errors[0]?.source]).toEqual([422, 'username'])
    expect((await open({ username: 'a', password: 'b' })).status).toBe(201)
    for (const duration of [9, 86_401, 1.5]) expect((await open({ duration })).errors[0]?.source).toBe('duration')
  })

  test('a user has at most 32 open sessions', async () => {
    for (let count = 0; count < 32; count++)
      await makeRemoteSession(world, company, { device: device.id, user: adminId })
    const { status, errors } = await admin.call(openRemoteAccess, {
      params: { access_id: entry },
      body: { duration: 600 },
    })
    expect([status, errors[0]?.message]).toEqual([409, 'You have 32 sessions open. End one first'])
  })
})

describe('a session ends', () => {
  test('when its user closes it', async () => {
    const { page, sessionId } = await openPage()
    const answer = await admin.call(closeRemoteSession, { params: { session_id: sessionId } })
    expect((await events(answer)).at(-1)?.status).toBe('completed')
    await expectEnd(entry, page, 'Closed by the user')
  })

  test('when its duration is over', async () => {
    const { page, sessionId } = await openPage()
    await sql`UPDATE remote_sessions SET expires_at = now() + interval '1 second' WHERE id = ${sessionId}`.execute(
      world.db,
    )
    await expectEnd(entry, page, 'Session time expired')
  })

  test('within 5 seconds when its user loses the permission or the company', async () => {
    const user = await makeUser(world, 'worker', company, 3)
    const first = await openPage(await world.as('worker'))
    await sql`UPDATE users SET role_id = 4 WHERE id = ${user}`.execute(world.db)
    const from = Date.now()
    await expectEnd(entry, first.page, 'no longer has permission')
    expect(Date.now() - from).toBeLessThan(5000)
    await sql`UPDATE users SET role_id = 3 WHERE id = ${user}`.execute(world.db)
    const second = await openPage(await world.as('worker'))
    const rival = await makeCompany(world, 'Rival')
    await sql`UPDATE users SET company_id = ${rival.company_id}, l1_id = ${rival.l1_id} WHERE id = ${user}`.execute(
      world.db,
    )
    await expectEnd(entry, second.page, 'can no longer see the device')
  })

  test('immediately when its user gets another role, the role loses permissions, the user moves or is deleted', async () => {
    const connect = permissions.find(({ name }) => name === 'connect_device_remote_access')!.id
    const view = permissions.find(({ name }) => name === 'view_devices')!.id
    const body = { title: 'Fitter', company_id: [company.company_id], permission_id: [connect, view] }
    const role = (await admin.call(createRole, { body })).data[0]!.id
    const branch = await makeCompany(world, 'Branch', company)
    const lost = 'no longer has permission'
    const ways: [number, string, (id: number) => Promise<{ status: number }>][] = [
      [3, lost, (id) => admin.call(updateUser, { params: { id }, body: { role_id: 4 } })],
      [role, lost, () => admin.call(updateRole, { params: { id: role }, body: { permission_id: [view] } })],
      [3, 'signed out', (id) => admin.call(moveUsers, { body: { user_id: [id], company_id: branch.company_id } })],
      [3, 'signed out', (id) => admin.call(deleteUser, { params: { id } })],
    ]
    for (const [at, [role, reason, take]] of ways.entries()) {
      const name = `loser${at}`
      const id = await makeUser(world, name, company, role)
      const { page } = await openPage(await world.as(name))
      expect((await take(id)).status).toBe(200)
      const answered = Date.now()
      await expectEnd(entry, page, reason)
      const { ended_at } = await world.db
        .selectFrom('remote_sessions')
        .select('ended_at')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
      // Sooner than the check every 5 seconds, all four times.
      expect(Number(ended_at) - answered).toBeLessThan(2000)
    }
  })

  test('immediately when its user signs out', async () => {
    await makeUser(world, 'signedout', company, 3)
    const signedOut = await world.as('signedout')
    const { page } = await openPage(signedOut)
    await signedOut.call(revokeToken)
    await expectEnd(entry, page, 'signed out')
  })

  test('when its entry gets another target or is deleted', async () => {
    const first = await openPage()
    await admin.call(updateRemoteAccess, { params: { access_id: entry }, body: { destination_port: 81 } })
    await expectEnd(entry, first.page, 'was changed')
    const other = await makeRemoteAccess(world, company, device.id)
    const second = await openPage(admin, other)
    await admin.call(deleteRemoteAccess, { body: { id: [other] } })
    await expectEnd(other, second.page, 'was deleted')
  })

  test('when its device is deleted, and its line stays in the history', async () => {
    const doomed = await startRemoteDevice(world, admin, company)
    doomed.network.set('192.168.1.10:80', (panel.address() as AddressInfo).port)
    const id = await makeRemoteAccess(world, company, doomed.id)
    const { page, sessionId } = await openPage(admin, id)
    await admin.call(deleteDevices, { body: { device_id: [doomed.id] } })
    await expectEnd(id, page, /deleted|disconnected/)
    const { rows } = await sql<{
      device_id: number
    }>`SELECT device_id FROM remote_sessions WHERE id = ${sessionId}`.execute(world.db)
    expect(rows[0]?.device_id).toBe(doomed.id)
  })

  test('when the server starts again', async () => {
    const left = await makeRemoteSession(world, company, { device: device.id, access: entry }, { node: 'this' })
    const elsewhere = await makeRemoteSession(world, company, { device: device.id, access: entry }, { node: 'other' })
    await endLeftovers(world.db, async () => {}, 'this')
    const sessions = await sessionsOf(entry)
    expect(sessions.find(({ id }) => id === left)).toMatchObject({
      active: false,
      end_reason: 'Server was restarted',
    })
    expect(sessions.find(({ id }) => id === elsewhere)?.active).toBe(true)
  })

  test('when its node went silent', async () => {
    await sql`INSERT INTO nodes (id, renewed_at) VALUES ('silent', now() - interval '31 seconds'), ('lives', now())`.execute(
      world.db,
    )
    const ids = []
    for (const node of ['silent', 'lives'])
      ids.push(await makeRemoteSession(world, company, { device: device.id, access: entry }, { node }))
    await endLeftovers(world.db, async () => {}, null)
    const sessions = await sessionsOf(entry)
    expect(ids.map((of) => sessions.find(({ id }) => id === of)?.end_reason)).toEqual([
      'Server stopped responding',
      null,
    ])
  })
})

describe('what its user can do with it', () => {
  test('extend it, up to 24 hours in all', async () => {
    const { link, sessionId } = await openLink(admin, entry)
    const extend = (duration: number) =>
      admin.call(extendRemoteSession, { params: { session_id: sessionId }, body: { duration } })
    const { data } = await extend(3600)
    expect(data.ttl).toBeGreaterThan(4190)
    const page = await enter(link)
    const left = await visit(`${page.origin}/.connect/status`, { headers: { cookie: page.cookie } })
    expect(JSON.parse(left.text).seconds_left).toBeGreaterThan(4180)
    const { status, errors } = await extend(86_400)
    expect([status, errors[0]?.message]).toEqual([422, 'At most 24 hours per session'])
  })

  test('take a new link; others of the company can do neither, but end it', async () => {
    await makeUser(world, 'colleague', company, 2)
    const colleague = await world.as('colleague')
    const { link, sessionId } = await openLink(admin, entry)
    const params = { session_id: sessionId }
    expect((await colleague.call(takeTicket, { params, body: {} })).status).toBe(403)
    expect((await colleague.call(extendRemoteSession, { params, body: { duration: 60 } })).status).toBe(403)
    const { data, status } = await admin.call(takeTicket, { params, body: {} })
    expect(status).toBe(201)
    expect((await visit(link)).status).toBe(403)
    const page = await enter(data.link)
    expect((await colleague.call(closeRemoteSession, { params })).status).toBe(200)
    await expectEnd(entry, page, 'Closed by colleague@example.test')
    expect((await admin.call(takeTicket, { params, body: {} })).status).toBe(409)
  })

  test('restart its connection', async () => {
    const { page } = await openPage()
    const before = [...device.tunnels].at(-1)
    const answer = await admin.call(restartConnection, { body: { url: new URL(page.origin).host } })
    expect((await events(answer)).at(-1)).toMatchObject({ status: 'completed', value: 'Reconnected' })
    await until(() => before && !device.tunnels.has(before))
    expect((await visit(`${page.origin}/`, { headers: { cookie: page.cookie } })).text).toBe('panel')
  })

  test('the links of a device, the state of entries and a check of targets are returned', async () => {
    const main = await makeRemoteAccess(world, company, await makeDevice(world, company), { main: 'webui' })
    const { rows } = await sql<{ device_id: number }>`SELECT device_id FROM remote_access WHERE id = ${main}`.execute(
      world.db,
    )
    const owner = rows[0]?.device_id ?? 0
    await makeRemoteSession(world, company, { device: owner, access: main, user: adminId })
    const links = await admin.call(listDeviceLinks, { params: { id: owner }, query: { type: 'webui' } })
    expect(links.data).toMatchObject([{ active: 1, url: expect.stringContaining('.localhost') }])
    const state = await admin.call(accessStatus, { body: { id: [main, entry] } })
    expect(state.data.map(({ id, active }) => [id, active]).sort()).toEqual(
      [
        [entry, 0],
        [main, 1],
      ].sort(),
    )
    const unreachable = await makeRemoteAccess(world, company, device.id, {
      destination_ip: '192.168.1.98',
      name: 'Unreachable',
    })
    const check = await admin.call(checkRemoteAccess, {
      params: { device_id: device.id },
      body: { id: [entry, unreachable] },
    })
    expect((await events(check)).at(-1)).toMatchObject({
      status: 'warning',
      value: '1 of 2 entries reachable',
      data: [
        { id: entry, reachable: true },
        { id: unreachable, reachable: false },
      ],
    })
    expect((await admin.call(openWebui, { params: { id: device.id }, body: { duration: 60 } })).status).toBe(201)
  })
})

describe('history', () => {
  test('it shows user, real user, address, traffic and end reason; it filters and sorts', async () => {
    const support = await makeUser(world, 'support', company, 5)
    await sql`UPDATE sessions SET actor_id = ${support} WHERE user_id = ${adminId}`.execute(world.db)
    const { sessionId } = await openPage()
    await sql`UPDATE sessions SET actor_id = NULL WHERE user_id = ${adminId}`.execute(world.db)
    await admin.call(closeRemoteSession, { params: { session_id: sessionId } })
    const range = {
      start_date: formatTime(new Date(Date.now() - 60_000)),
      end_date: formatTime(new Date(Date.now() + 60_000)),
    }
    const logs = async (query: object = {}) => admin.call(listRemoteLogs, { query: { ...range, ...query } as never })
    await until(async () => ((await logs({ sort: '-start_date' })).data[0]?.output_data ?? 0) > 0)
    const { data } = await logs({
      device_id: device.id,
      user_id: adminId,
      type: 'lan-webui',
      active: false,
      sort: '-start_date',
    })
    expect(data[0]).toMatchObject({
      id: sessionId,
      username: 'admin@example.test',
      actor_username: 'support@example.test',
      ip: '127.0.0.1',
      end_reason: 'Closed by the user',
      company_name: 'Harbour',
      destination_ip: '192.168.1.10',
    })
    expect(data[0]?.input_data).toBeGreaterThan(50)
    expect((await logs({ type: 'cli' })).data).toEqual([])
    expect((await logs({ active: true })).data.every(({ active }) => active)).toBe(true)
    const early = { start_date: '2020-01-01 00:00:00', end_date: '2020-01-02 00:00:00' }
    expect((await logs(early)).data).toEqual([])
    const bytes = (await logs({ sort: 'output_data', limit: 100 })).data.map(({ output_data }) => output_data)
    expect(bytes).toEqual([...bytes].sort((one, other) => one - other))
    expect((await admin.call(listRemoteLogs, { query: {} as never })).status).toBe(422)
  })

  test('its traffic is added to the day of its company, once', async () => {
    // Closed sessions of other tests may still count their last bytes.
    const own = await makeCompany(world, 'Counted')
    const id = await makeRemoteSession(world, own, { device: device.id }, { input_data: 100, output_data: 1000 })
    await countUsage(world.db)
    const total = async () => {
      const { rows } = await sql<{ bytes: number }>`
        SELECT bytes FROM company_data_usage WHERE company_id = ${own.company_id}`.execute(world.db)
      return rows[0]?.bytes ?? 0
    }
    const before = await total()
    expect(before).toBe(1100)
    await countUsage(world.db)
    expect(await total()).toBe(before)
    await sql`UPDATE remote_sessions SET output_data = 1500 WHERE id = ${id}`.execute(world.db)
    await Promise.all([countUsage(world.db), countUsage(world.db)])
    expect(await total()).toBe(before + 500)
  })
})
