import { createHash, randomBytes } from 'node:crypto'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { moveCompany } from '@longreach/contract/companies/endpoints'
import {
  createBackupRule,
  deleteBackupRule,
  getBackupRule,
  listBackupLog,
  listBackupRuns,
  listBackups,
  runBackupRule,
  updateBackupRule,
} from '@longreach/contract/configs/backup-endpoints'
import { assignTags } from '@longreach/contract/devices/tag-endpoints'
import { deleteFile } from '@longreach/contract/files/endpoints'
import { deleteUser } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answer, at, commandsOf, heard, online, reaches, useActionWorld } from '../../../test/domains/actions.ts'
import { makeBackup } from '../../../test/domains/files.ts'
import { uploadFile } from '../../../test/files.ts'
import { sendPart } from '../../../test/gateway/file.ts'
import { makeCompany, makeDevice, makeTag, makeUser } from '../../../test/world.ts'
import { actionHandler } from '../../actions/kinds.ts'
import { startDue } from '../../actions/schedules/schedules.ts'
import { backupSchedule } from './keeping.ts'

useActionWorld()

const daily = { name: 'Every night', period: 'day', time: '02:00', zone: 'UTC', keep: 2, enabled: true } as const

/** A rule of the company for the given devices, tags or companies. */
async function rule(applies: object, values: object = {}, client = at.admin) {
  const body = { company_id: at.company.company_id, ...daily, ...applies, ...values }
  const { data, text } = await client.call(createBackupRule, { body: body as never })
  if (!data) throw new Error(text)
  return data.id
}
const ofDevices = (...ids: number[]) => ({ applied_by: 'device', device_id: ids })

const get = async (id: number) => (await at.admin.call(getBackupRule, { params: { id } })).data
const runs = async (id: number) => (await at.admin.call(listBackupRuns, { params: { id } })).data
const log = async (id: number) =>
  (await at.admin.call(listBackupLog, { query: { rule_id: id, limit: 100, sort: 'device_name' } })).data
const backups = async (query: object) => (await at.admin.call(listBackups, { query: { limit: 100, ...query } })).data

/** Times at which nothing else of this server is due. */
const far = (time: string) => new Date(`2040-${time}Z`)
const due = (id: number, time: string) =>
  sql`UPDATE schedules SET next_at = ${far(time)} WHERE id = ${id}`.execute(at.world.db)

/** A node whose clock shows a time. */
const node = (time: Date) =>
  startDue(
    {
      db: at.world.db,
      bus: { publish: () => undefined } as never,
      actions: () => new Map([['download_backup', actionHandler('download_backup')]]),
      kinds: () => [backupSchedule],
    },
    time,
  )

type Online = Awaited<ReturnType<typeof online>>

/** A device responds to its n-th command with a backup. */
async function send(
  { device, id, enrolled }: Online,
  count: number,
  content = makeBackup({ x: randomBytes(9).toString('hex') }),
) {
  const command = await heard(device, count)
  const [ticket = ''] = command.arg.split(' ')
  const known = { port: at.world.app.gatewayPort as number, deviceId: id, privateKey: enrolled.privateKey }
  await sendPart(known, { ticket, step: 'append', offset: 0 }, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const { exit } = await sendPart(known, { ticket, step: 'end', sha256 })
  answer(device, command.id, 'done', 0)
  return exit
}

test('S1.8 a rule stores backups of its devices, removes the oldest only once the next is stored, and lists them', async () => {
  const one = await online({ model: 'RUTX11', firmware: 'RUTX_R_00.07.06.10' })
  const id = await rule(ofDevices(one.id))
  const run = async (count: number) => {
    const { status, data, meta } = await at.admin.call(runBackupRule, { params: { id } })
    expect([status, data.devices, typeof meta.channel]).toEqual([200, 1, 'string'])
    const before = (await backups({ device_id: one.id })).map((row) => row.id)
    await heard(one.device, count)
    expect((await backups({ device_id: one.id })).map((row) => row.id)).toEqual(before)
    expect(await send(one, count)).toBe(0)
    await reaches(data.id, 'done')
    return (await backups({ device_id: one.id })).map((row) => row.id)
  }
  const [first] = await run(1)
  const [second] = await run(2)
  const kept = await run(3)
  expect(kept).toHaveLength(2)
  expect(kept).not.toContain(first)
  expect(kept[1]).toBe(second)
  const [row] = await backups({ device_id: one.id, type: 'periodic_backup', device_model: 'RUTX11' })
  expect(row).toMatchObject({
    device_name: expect.any(String),
    device_model: 'RUTX11',
    firmware: 'RUTX_R_00.07.06.10',
    rule_id: id,
    rule_name: 'Every night',
    company_name: 'Harbour',
  })
  expect(await runs(id)).toMatchObject([{ outcome: 'started', devices: 1, done: 1 }, {}, {}])
  expect(await log(id)).toMatchObject([{ state: 'done' }, { state: 'done' }, { state: 'done' }])
  // A refused upload removes nothing.
  await at.admin.call(runBackupRule, { params: { id } })
  expect(await send(one, 4, Buffer.from('no archive'))).not.toBe(0)
  expect((await backups({ device_id: one.id })).map((file) => file.id)).toEqual(kept)
  // One backup is deleted by hand, the rest with the rule.
  expect((await at.admin.call(deleteFile, { params: { id: kept[0] as number } })).status).toBe(200)
  expect((await at.admin.call(deleteBackupRule, { params: { id } })).status).toBe(200)
  expect(await backups({ device_id: one.id })).toMatchObject([{ id: second, rule_id: null, rule_name: null }])
})

test('backups that were uploaded are listed; what another company has is not', async () => {
  const own = await uploadFile(at.admin, { type: 'config', name: 'own.tar.gz', bytes: makeBackup() as never })
  const rival = await makeUser(at.world, 'rivaladmin', at.rival, 2)
  const stranger = await at.world.as('rivaladmin')
  const theirs = await uploadFile(stranger, { type: 'config', name: 'theirs.tar.gz', bytes: makeBackup() as never })
  const ids = (await backups({ q: 'tar.gz' })).map(({ id }) => id)
  expect([ids.includes(own), ids.includes(theirs), rival > 0]).toEqual([true, false, true])
  const id = await rule(ofDevices(await makeDevice(at.world, at.company)))
  expect((await stranger.call(runBackupRule, { params: { id } })).status).toBe(404)
  expect((await stranger.call(listBackupLog, { query: { rule_id: id } })).data).toEqual([])
  const foreign = await makeDevice(at.world, at.rival)
  const body = { company_id: at.company.company_id, ...daily, ...ofDevices(foreign) }
  expect((await at.admin.call(createBackupRule, { body: body as never })).status).toBe(404)
})

test('two nodes whose clocks differ by a minute use each due time once; after a day without them it runs late, earlier ones are missed', async () => {
  const device = await makeDevice(at.world, at.company, { caps: ['send'] })
  const id = await rule(ofDevices(device))
  await due(id, '03-01T02:00')
  await Promise.all([node(far('03-01T02:00:30')), node(far('03-01T02:01:30')), node(far('03-01T02:00:30'))])
  await node(far('03-01T02:02:30'))
  expect((await runs(id)).map(({ outcome }) => outcome)).toEqual(['started'])
  // The slower node: not yet due.
  await node(far('03-02T01:59:30'))
  expect(await runs(id)).toHaveLength(1)
  // Nothing ran for more than a day: the 2nd is noted, the 3rd runs, 23 hours late.
  await Promise.all([node(far('03-04T01:00')), node(far('03-04T01:01'))])
  expect((await runs(id)).map(({ due_at, outcome }) => [due_at, outcome])).toEqual([
    ['2040-03-03 02:00:00', 'started'],
    ['2040-03-02 02:00:00', 'missed'],
    ['2040-03-01 02:00:00', 'started'],
  ])
  // Weekly: the last due time is more than a day late.
  await sql`UPDATE schedules SET period = 'week', weekday = 1, next_at = ${far('03-05T02:00')} WHERE id = ${id}`.execute(
    at.world.db,
  )
  await node(far('03-15T02:00'))
  expect((await runs(id)).slice(0, 2)).toMatchObject([
    { due_at: '2040-03-12 02:00:00', outcome: 'missed', message: 'The server was not running at this time' },
    { due_at: '2040-03-05 02:00:00', outcome: 'missed' },
  ])
  expect((await get(id)).next_run_at).toBe('2040-03-19 02:00:00')
  // Each run is one action that waits a day for the device.
  const { rows } = await sql<{ count: number; waits: number }>`
    SELECT count(*) AS count, min(waits) AS waits FROM actions WHERE schedule_id = ${id}`.execute(at.world.db)
  expect(rows[0]).toEqual({ count: 2, waits: 86_400 })
})

test('a node that is killed while it starts a run has used nothing', async () => {
  const id = await rule(ofDevices(await makeDevice(at.world, at.company, { caps: ['send'] })))
  await due(id, '04-01T02:00')
  await sql`ALTER TABLE action_targets ADD CONSTRAINT killed CHECK (false) NOT VALID`.execute(at.world.db)
  await expect(node(far('04-01T02:00:05'))).rejects.toThrow(/killed/)
  await sql`ALTER TABLE action_targets DROP CONSTRAINT killed`.execute(at.world.db)
  expect(await runs(id)).toEqual([])
  await node(far('04-01T02:00:10'))
  expect((await runs(id)).map(({ outcome }) => outcome)).toEqual(['started'])
})

test('devices come from tags and companies when it runs; one that cannot take part has a line with the reason', async () => {
  const below = await makeCompany(at.world, 'Below', at.company)
  const tag = await makeTag(at.world, at.company)
  const [tagged, able, old] = [
    await makeDevice(at.world, at.company, { caps: ['send'] }),
    await makeDevice(at.world, below, { caps: ['send'], name: 'A able' }),
    await makeDevice(at.world, below, { caps: [], name: 'B old' }),
  ]
  const byTag = await rule({ applied_by: 'tag', tag_id: [tag] })
  const byCompany = await rule({ applied_by: 'company', apply_company_id: [below.company_id] })
  expect((await get(byTag)).apply_list).toMatchObject([{ id: tag }])
  expect((await get(byCompany)).apply_list).toEqual([{ id: below.company_id, name: 'Below' }])
  for (const id of [byTag, byCompany]) await due(id, '05-01T02:00')
  await node(far('05-01T02:00:05'))
  expect(await runs(byTag)).toMatchObject([{ outcome: 'refused', message: 'There were no devices' }])
  expect(await log(byCompany)).toMatchObject([
    { device_id: able, state: 'queued' },
    { device_id: old, state: 'left_out', message: expect.stringContaining('B old') },
  ])
  await at.admin.call(assignTags, { body: { device_id: [tagged], tag_id: [tag] } })
  await node(far('05-02T02:00:05'))
  expect(await log(byTag)).toMatchObject([{ device_id: tagged, state: 'queued' }])
  const { data } = await at.admin.call(listAudit, { query: { action: 'actions.scheduled', limit: 1 } })
  expect(data[0]?.sentence).toMatch(/^The schedule Every night started Download backup on 1 device$/i)
})

test('it runs with what its user may do then, and stops when they leave; who saves it takes it over', async () => {
  const place = await makeCompany(at.world, 'Crew', at.company)
  const device = await makeDevice(at.world, place, { caps: ['send'] })
  const user = await makeUser(at.world, 'mate', place, 2)
  await makeUser(at.world, 'captain', place, 2)
  const mate = await at.world.as('mate')
  const id = await rule(ofDevices(device), { company_id: place.company_id }, mate)
  await due(id, '06-01T02:00')
  await sql`UPDATE users SET role_id = 4 WHERE id = ${user}`.execute(at.world.db)
  await node(far('06-01T02:00:05'))
  expect(await runs(id)).toMatchObject([
    { outcome: 'refused', message: 'mate@example.test, in whose name this runs, may no longer do so' },
  ])
  await sql`UPDATE users SET role_id = 2 WHERE id = ${user}`.execute(at.world.db)
  await node(far('06-02T02:00:05'))
  expect((await runs(id))[0]).toMatchObject({ outcome: 'started' })
  expect((await at.admin.call(deleteUser, { params: { id: user } })).status).toBe(200)
  expect(await get(id)).toMatchObject({
    enabled: false,
    next_run_at: null,
    reason: 'mate@example.test, in whose name this ran, has left',
  })
  await node(far('06-03T02:00:05'))
  expect(await runs(id)).toHaveLength(2)
  const body = { ...daily, ...ofDevices(device) }
  expect((await at.admin.call(updateBackupRule, { params: { id }, body: body as never })).status).toBe(200)
  expect(await get(id)).toMatchObject({ enabled: true, reason: null, username: 'admin@example.test' })
})

test('users with other permissions, times and zones are refused', async () => {
  const device = await makeDevice(at.world, at.company)
  const id = await rule(ofDevices(device), { period: 'month', day: 31 })
  expect((await at.viewer.call(getBackupRule, { params: { id } })).status).toBe(200)
  expect((await at.viewer.call(runBackupRule, { params: { id } })).status).toBe(403)
  expect((await at.viewer.call(listBackups, { query: {} })).status).toBe(403)
  const wrong = async (values: object) => {
    const body = { company_id: at.company.company_id, ...daily, ...ofDevices(device), ...values }
    const { status, errors } = await at.admin.call(createBackupRule, { body: body as never })
    return [status, errors[0]?.source]
  }
  expect(await wrong({ zone: 'Mars/Olympus' })).toEqual([422, 'zone'])
  expect(await wrong({ time: '24:00' })).toEqual([422, 'time'])
  expect(await wrong({ period: 'week' })).toEqual([422, 'weekday'])
  expect(await wrong({ keep: 31 })).toEqual([422, 'keep'])
  expect(await wrong({ device_id: [] })).toEqual([422, 'device_id'])
})

test('a rule moves with its company', async () => {
  const [from, to] = [await makeCompany(at.world, 'From', at.company), await makeCompany(at.world, 'To', at.company)]
  const id = await rule(ofDevices(await makeDevice(at.world, from)), { company_id: from.company_id })
  await at.admin.call(moveCompany, { body: { source: from.company_id, target: to.company_id } })
  await makeUser(at.world, 'toadmin', to, 2)
  expect((await (await at.world.as('toadmin')).call(getBackupRule, { params: { id } })).status).toBe(200)
})

test('a device that is offline gets the command when it is back', async () => {
  const one = await online()
  const id = await rule(ofDevices(one.id))
  one.device.leave()
  await at.admin.call(runBackupRule, { params: { id } })
  expect(commandsOf(one.device)).toHaveLength(0)
  expect(await log(id)).toMatchObject([{ state: 'queued' }])
})
