import { cancelActions } from '@longreach/contract/actions/endpoints'
import { configureDevices, createConfigTemplate } from '@longreach/contract/configs/endpoints'
import { readConfigurationValues } from '@longreach/contract/configs/value-endpoints'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import { listTags } from '@longreach/contract/tags/endpoints'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bodyOf } from './bodies.ts'

/** The body as the server accepts it. */
const accepted = (endpoint: AnyEndpoint, body: unknown) => z.parse(endpoint.body!, bodyOf(endpoint, body))

test('a read of the configuration needs no /api, and finds parameters of its path among those of the query', () => {
  const endpoints = [
    { path: '/ports_settings/config' },
    { path: '/wireless/{id}', query_parameters: [{ key: 'id', value: 'wifi 1' }] },
    { path: '/api/system/device/status', query_parameters: [{ key: 'a', value: 'b' }] },
  ]
  expect(accepted(readConfigurationValues, { device_id: 7, endpoints })).toEqual({
    device_id: 7,
    endpoints: [
      { path: '/api/ports_settings/config' },
      { path: '/api/wireless/wifi%201' },
      { path: '/api/system/device/status', query_parameters: [{ key: 'a', value: 'b' }] },
    ],
  })
})

const call = {
  path: '/ports_settings/config/{id}',
  content_type: 'application/json',
  method: 'put',
  request_data: { data: { poe_enable: '1' } },
  query_parameters: [{ key: 'id', value: 'port1' }],
}
const ours = {
  path: '/api/ports_settings/config/port1',
  content_type: 'application/json',
  method: 'PUT',
  request_data: { data: { poe_enable: '1' } },
}

test('a configuration whose calls name their devices is a change of these devices', () => {
  const body = { configuration: [call, call].map((one) => ({ ...one, device_id: [7, 8] })) }
  expect(accepted(configureDevices, body)).toMatchObject({ device_id: [7, 8], calls: [ours, ours] })
  expect(accepted(createConfigTemplate, { company_id: 1, name: 'Ports', template: [call] })).toMatchObject({
    template: [ours],
  })
  const uci = { method: 'PUT', path: '/uci/system/@system[0]', request_data: { hostname: 'a' } }
  expect(accepted(configureDevices, { device_id: [7], calls: [uci] })).toMatchObject({ calls: [uci] })
})

test('calls for different devices are refused, not sent to all of them', () => {
  const configuration = [7, 8].map((id) => ({ ...call, device_id: [id] }))
  const body = bodyOf(configureDevices, { configuration })
  expect(z.safeParse(configureDevices.body!, body).error?.issues.map(({ path }) => path)).toContainEqual(['calls'])
})

test.each(['../../etc', '..'])('no parameter leaves the path: %s', (value) => {
  const endpoints = [{ path: '/wireless/{id}', query_parameters: [{ key: 'id', value }] }]
  const body = bodyOf(readConfigurationValues, { device_id: 7, endpoints }) as { endpoints: { path: string }[] }
  const read = z.safeParse(readConfigurationValues.body!, body)
  expect(read.success ? body.endpoints[0]?.path : 'refused').not.toMatch(/\/\.\.(\/|$)/)
})

test('devices of actions to cancel may be called so', () => {
  expect(accepted(cancelActions, { devices: [7] })).toEqual({ device_id: [7] })
  expect(accepted(cancelActions, { devices: [7], device_id: [8] })).toEqual({ device_id: [8] })
})

test('nothing else is touched, however odd', () => {
  for (const body of [null, [], 'x', 5, undefined, { endpoints: 'x' }, { configuration: 5 }, { configuration: [5] }])
    expect(() => bodyOf(readConfigurationValues, body) ?? bodyOf(configureDevices, body)).not.toThrow()
  expect(bodyOf(listTags, { devices: [1] })).toEqual({ devices: [1] })
})
