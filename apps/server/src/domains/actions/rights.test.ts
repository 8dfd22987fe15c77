import { retryAction } from '@longreach/contract/actions/endpoints'
import { updateUser } from '@longreach/contract/users/endpoints'
import { expect, test } from 'vitest'
import { makeUser } from '../../test/world.ts'
import { at, commandsOf, connect, heard, offline, reaches, reboot, useActionWorld } from './test-actions.ts'

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

  await at.admin.call(retryAction, { body: { action_id: data.id } })
  expect(await heard(device)).toMatchObject({ command: 'reboot' })
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
