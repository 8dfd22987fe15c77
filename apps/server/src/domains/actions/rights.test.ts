import { retryAction } from '@longreach/contract/actions/endpoints'
import { deviceStatistics } from '@longreach/contract/devices/endpoints'
import { updateUser } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { at, commandsOf, connect, heard, offline, reaches, reboot, useActionWorld } from '../../test/domains/actions.ts'
import { makeUser } from '../../test/world.ts'

useActionWorld()

const lost = 'Not sent: the user no longer has permission'

test('queued actions are not sent for a user who lost the permission meanwhile, and are when another user retries', async () => {
  const id = await makeUser(at.world, 'deleted', at.company, 2)
  const target = await offline()
  const { data } = await reboot([target.deviceId], {}, await at.world.as('deleted'))
  expect((await at.admin.call(updateUser, { params: { id }, body: { role_id: 4 } })).status).toBe(200)
  const device = await connect(target)
  expect(await reaches(data.id, 'failed')).toMatchObject([{ message: lost }])
  expect(commandsOf(device)).toEqual([])

  // Statistics count failures within a day, as the list of actions does, for users who may see actions.
  const counts = async (name: string) =>
    (await (await at.world.as(name)).call(deviceStatistics, { query: { charts: 'actions' } })).data.actions
  expect(await counts('admin')).toEqual({ running: 0, failed: 1, campaigns: 0 })
  await makeUser(at.world, 'reader', at.company, 4)
  await sql`DELETE FROM role_permissions WHERE role_id = 4 AND permission = 'view_device_logs'`.execute(at.world.db)
  expect(await counts('reader')).toEqual({})
  await sql`UPDATE action_targets t SET created_at = now() - interval '25 hours'`.execute(at.world.db)
  expect(await counts('admin')).toEqual({ running: 0, failed: 0, campaigns: 0 })

  await at.admin.call(retryAction, { body: { action_id: data.id } })
  expect(await heard(device)).toMatchObject({ command: 'reboot' })
  expect(await counts('admin')).toMatchObject({ running: 1 })
})

test('nor for a user who does not see the device any more', async () => {
  const id = await makeUser(at.world, 'mover', at.company, 2)
  const target = await offline()
  const { data } = await reboot([target.deviceId], {}, await at.world.as('mover'))
  await at.world.db.updateTable('users').set(at.rival).where('id', '=', id).execute()
  const device = await connect(target)
  expect(await reaches(data.id, 'failed')).toMatchObject([{ message: lost }])
  expect(commandsOf(device)).toEqual([])
})
