import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  createChangeCampaign,
  getCampaign,
  listCampaignDevices,
  retryCampaignDevices,
} from '@longreach/contract/campaigns/endpoints'
import { deleteTaskGroup, getTaskLog, listTaskLogs } from '@longreach/contract/tasks/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { removeExpired } from '../../module/retention.ts'
import { answer, at, commandsOf, heard, online, useActionWorld } from '../../test/domains/actions.ts'
import { detailsOf, devicesOf, oneByOne, reachesState } from '../../test/domains/campaigns.ts'
import { command, makeGroup, taskCaps } from '../../test/domains/tasks.ts'
import { until } from '../../test/until.ts'
import { actionsModule } from '../actions/module.ts'

useActionWorld()

const { keep_settings: _, ...waves } = oneByOne

const create = (content: object, device_id: number[], more: object = {}) =>
  at.admin.call(createChangeCampaign, {
    body: { name: 'Tasks', ...waves, kind: 'task_group', content, device_id, ...more } as never,
  })

test('a campaign runs a group of tasks in waves with their values, and halts when they fail', async () => {
  const devices = [await online({ caps: taskCaps }), await online({ caps: taskCaps })]
  const group = await makeGroup([command('echo %technician%')])
  const { data, status } = await create(
    { group_id: group, variables: [{ name: 'technician', value: 'Ada' }] },
    devices.map(({ id }) => id),
  )
  expect(status).toBe(201)
  await until(() => devices.some(({ device }) => commandsOf(device).length > 0))
  const [first] = devices.filter(({ device }) => commandsOf(device).length > 0)
  expect(await detailsOf(data.id)).toMatchObject({ kind: 'task_group', plan: { undone_first: 0, undone_all: 0 } })
  const { id, arg } = await heard(first!.device)
  expect(arg).toContain("'Ada'")
  answer(first!.device, id, 'done', 3, 'no such technician')
  const halted = await reachesState(data.id, 'halted')
  expect([halted.reason, halted.failed_checks]).toEqual([
    'Wave 1: 1 of 1 devices failed. Failures allowed: 0',
    { completed: 1 },
  ])
  expect((await devicesOf(data.id)).map(({ state }) => state)).toEqual(['failed', 'untouched'])
})

test('a group that asks for a value is not rolled out without it', async () => {
  const { id } = await online({ caps: taskCaps })
  const open = await makeGroup([command('echo %technician%')])
  const missing = await create({ group_id: open }, [id])
  expect([missing.status, missing.errors[0]?.source]).toEqual([422, 'variables.technician'])
})

test('secret values stay sealed for as long as the campaign is open, are masked, and are wiped at its end; a retry needs them again', async () => {
  const devices = [await online({ caps: taskCaps }), await online({ caps: taskCaps })]
  const group = await makeGroup([command('login %password%')], { secret_variables: ['password'] })
  const { data } = await create(
    { group_id: group, variables: [{ name: 'password', value: 'hunter2hunter2' }] },
    devices.map(({ id }) => id),
    { waves: [{ of: 'rest', failures: 5 }] },
  )
  const { db } = at.world
  const [first, second] = await Promise.all(devices.map(({ device }) => heard(device)))
  for (const { arg } of [first!, second!]) expect(arg).toContain("'hunter2hunter2'")
  answer(devices[0]!.device, first!.id, 'done', 3, 'hunter2hunter2 refused')
  await until(async () => (await detailsOf(data.id)).counts.failed === 1)
  // A campaign may take any time: only passwords of devices are wiped by age.
  await sql`UPDATE action_secrets SET created_at = now() - interval '60 days'`.execute(db)
  await removeExpired(db, actionsModule.retention ?? [])
  const secrets = sql<{ count: number }>`
    SELECT count(*) AS count FROM action_secrets x JOIN action_targets t ON t.id = x.target_id
    JOIN campaign_waves w ON w.action_id = t.action_id WHERE w.campaign_id = ${data.id}`
  expect((await secrets.execute(db)).rows[0]?.count).toBe(2)

  const stored = await sql<{ row: string }>`
    SELECT c::text AS row FROM campaigns c WHERE id = ${data.id} UNION ALL
    SELECT a::text FROM actions a JOIN campaign_waves w ON w.action_id = a.id WHERE w.campaign_id = ${data.id} UNION ALL
    SELECT t::text FROM task_logs t WHERE t.device_id = ANY (${devices.map(({ id }) => id)}::bigint[])`.execute(db)
  expect(stored.rows.length).toBeGreaterThan(2)
  const logs = await at.admin.call(listTaskLogs, { query: { device_id: String(devices[0]!.id) } as never })
  const shown = await Promise.all([
    at.admin.call(getCampaign, { params: { id: data.id } }),
    at.admin.call(listCampaignDevices, { query: { campaign_id: String(data.id) } }),
    at.admin.call(getTaskLog, { params: { id: logs.data[0]!.id } }),
    at.admin.call(listAudit, { query: { limit: 5 } }),
  ])
  expect(JSON.stringify([stored.rows, shown.map(({ text }) => text)])).not.toContain('hunter2')
  expect(shown[2].data.result.output).toBe('••• refused')

  answer(devices[1]!.device, second!.id, 'done', 0, 'welcome')
  await reachesState(data.id, 'done')
  expect((await secrets.execute(db)).rows[0]?.count).toBe(0)
  const { rows } = await sql<{ sealed: Buffer | null }>`SELECT sealed FROM campaigns WHERE id = ${data.id}`.execute(db)
  expect(rows[0]?.sealed).toBeNull()

  const again = (body: object) => at.admin.call(retryCampaignDevices, { params: { id: data.id }, body })
  expect((await detailsOf(data.id)).secrets_wiped).toEqual(['password'])
  for (const given of [[], [{ name: 'password', value: '' }], [{ name: 'other', value: 'x' }]])
    expect(await again({ variables: given })).toMatchObject({
      status: 422,
      errors: [{ source: 'variables.password', message: expect.stringContaining('password') }],
    })
  expect(await detailsOf(data.id)).toMatchObject({ state: 'done', counts: { failed: 1 } })
  const retried = await again({ variables: [{ name: 'password', value: 'hunter2corrected' }] })
  expect([retried.status, retried.data.retried]).toEqual([200, 1])
  const repeated = await heard(devices[0]!.device, 2)
  expect(repeated.arg).toContain("'hunter2corrected'")
  expect((await detailsOf(data.id)).secrets_wiped).toEqual([])
  answer(devices[0]!.device, repeated.id, 'done', 3, 'hunter2corrected refused')
  await reachesState(data.id, 'done')
  const after = await Promise.all([
    at.admin.call(getCampaign, { params: { id: data.id } }),
    at.admin.call(listTaskLogs, { query: { device_id: String(devices[0]!.id) } as never }),
    at.admin.call(listAudit, { query: { limit: 5 } }),
  ])
  expect(JSON.stringify(after.map(({ text }) => text))).not.toContain('hunter2')
  expect(after[0].data).toMatchObject({ counts: { failed: 1 }, secrets_wiped: ['password'] })
  expect((await secrets.execute(db)).rows[0]?.count).toBe(0)
})

test('a group cannot be deleted while a campaign runs it', async () => {
  const one = await online({ caps: taskCaps })
  const group = await makeGroup([command('uptime')])
  const { data } = await create({ group_id: group }, [one.id])
  const { id } = await heard(one.device)
  const refused = await at.admin.call(deleteTaskGroup, { params: { id: group } })
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    409,
    expect.stringMatching(/ is run by the campaign Tasks$/),
  ])
  answer(one.device, id, 'done', 0, 'up')
  await reachesState(data.id, 'done')
  expect((await at.admin.call(deleteTaskGroup, { params: { id: group } })).status).toBe(200)
})
