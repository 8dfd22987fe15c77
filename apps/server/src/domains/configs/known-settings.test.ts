import { findKnownSettings } from '@longreach/contract/configs/known-endpoints'
import { updateDevice } from '@longreach/contract/devices/endpoints'
import { expect, test } from 'vitest'
import { at, useActionWorld } from '../../test/domains/actions.ts'
import { router, settings, wasRead } from '../../test/domains/configs.ts'
import { makeUser } from '../../test/world.ts'

useActionWorld()

const known = async (body: object, client = at.admin) => client.call(findKnownSettings, { body: body as never })

test('settings of devices have the value of most of them, and how many differ; secrets are hidden and compared', async () => {
  const texts = [
    settings('10.0.0.1'),
    settings('10.0.0.1'),
    `${settings('10.0.0.3', 'other')}config wifi-iface\n\toption ssid 'b'\n`,
  ]
  const ids: number[] = []
  for (const text of texts) {
    const one = await router()
    await wasRead(one, text)
    ids.push(one.id)
  }
  ids.push((await router()).id)
  const expected = {
    compared: 3,
    sections: [
      {
        place: 'network.lan',
        options: [
          { name: 'proto', value: 'static', differing: 0 },
          { name: 'ipaddr', value: '10.0.0.1', differing: 1 },
        ],
      },
      {
        place: 'wireless.main',
        options: [
          { name: 'ssid', value: 'Harbour', differing: 0 },
          { name: 'key', value: '••••••', differing: 1 },
        ],
      },
      { place: 'wireless.@wifi-iface[1]', options: [{ name: 'ssid', value: 'b', differing: 2 }] },
    ],
    files: [],
  }
  const named = await known({ device_id: ids })
  expect(named.data).toEqual(expected)
  expect(named.text).not.toMatch(/first secret|other/)
  for (const id of ids) await at.admin.call(updateDevice, { params: { id }, body: { name: `Known ${id}` } })
  expect((await known({ filter: { q: 'Known' } })).data).toEqual(expected)
  await makeUser(at.world, 'stranger', at.rival, 2)
  const stranger = await at.world.as('stranger')
  expect((await known({ device_id: ids }, stranger)).status).toBe(404)
  expect((await known({ filter: { q: 'Known' } }, stranger)).data).toEqual({ compared: 0, sections: [], files: [] })
})
