import { createChangeCampaign } from '@longreach/contract/campaigns/endpoints'
import { deleteTaskGroup } from '@longreach/contract/tasks/endpoints'
import { expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { answer, at, commandsOf, heard, online, useActionWorld } from '../actions/test-actions.ts'
import { detailsOf, devicesOf, oneByOne, reachesState } from '../campaigns/test-campaigns.ts'
import { command, makeGroup, taskCaps } from './test-tasks.ts'

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
  await until(() => devices.some(({ device }) => commandsOf(device).length > 0), 15_000)
  const [first] = devices.filter(({ device }) => commandsOf(device).length > 0)
  expect(await detailsOf(data.id)).toMatchObject({ kind: 'task_group', plan: { undone_first: 0, undone_all: 0 } })
  const { id, arg } = await heard(first!.device)
  expect(arg).toContain("'Ada'")
  answer(first!.device, id, 'done', 3, 'no such technician')
  const halted = await reachesState(data.id, 'halted')
  expect([halted.reason, halted.failed_checks]).toEqual([
    'Wave 1: 1 of 1 devices failed, 0 were allowed',
    { completed: 1 },
  ])
  expect((await devicesOf(data.id)).map(({ state }) => state)).toEqual(['failed', 'untouched'])
})

test('a group that asks for a value, or for a secret one, is not rolled out', async () => {
  const { id } = await online({ caps: taskCaps })
  const open = await makeGroup([command('echo %technician%')])
  const missing = await create({ group_id: open }, [id])
  expect([missing.status, missing.errors[0]?.source]).toEqual([422, 'variables.technician'])
  const secret = await makeGroup([command('login %password%')], { secret_variables: ['password'] })
  const refused = await create({ group_id: secret, variables: [{ name: 'password', value: 'hidden' }] }, [id])
  expect([refused.status, refused.errors[0]?.source]).toEqual([422, 'content.variables'])
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
