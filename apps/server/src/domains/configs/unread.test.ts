import { executeAction } from '@longreach/contract/actions/endpoints'
import { countUnread } from '@longreach/contract/configs/known-endpoints'
import { expect, test } from 'vitest'
import { at, offline, online, useActionWorld } from '../../test/domains/actions.ts'
import { configCaps, router, sends, settings } from '../../test/domains/configs.ts'
import { until } from '../../test/until.ts'
import { makeDevice, makeUser } from '../../test/world.ts'

useActionWorld()

const counts = async (client = at.admin) => (await client.call(countUnread, { query: {} })).data

test('devices that were never read are counted, those that can be read and those that are being read', async () => {
  const one = await router()
  await offline({ caps: configCaps })
  await online({ caps: ['exec'] })
  await makeDevice(at.world, at.company)
  await makeDevice(at.world, at.rival)
  expect(await counts()).toEqual({ devices: 4, readable: 2, reading: 0 })
  const filter = { config_state: 'not_read' } as never
  const { data, errors } = await at.admin.call(executeAction, { body: { action: 'read_configuration', filter } })
  expect([data.devices, errors.length]).toEqual([2, 2])
  expect(await counts()).toEqual({ devices: 4, readable: 0, reading: 2 })
  await sends(one, 1, settings('10.0.0.1'))
  await until(async () => (await counts()).devices === 3)
  expect(await counts()).toEqual({ devices: 3, readable: 0, reading: 1 })
  await makeUser(at.world, 'stranger', at.rival, 2)
  expect(await counts(await at.world.as('stranger'))).toEqual({ devices: 1, readable: 0, reading: 0 })
})
