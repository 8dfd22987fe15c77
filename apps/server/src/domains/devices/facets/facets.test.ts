import { signalBand } from '@longreach/contract/devices/constants'
import { expect, test } from 'vitest'
import { connectionType, networkState, wanState } from './facet-values.ts'
import { changedFacets, type FacetValues } from './facets.ts'

const none: FacetValues = {
  model: null,
  firmware: null,
  signal_band: 'no_signal',
  signal_band_2: 'no_signal',
  signal_key: -32768,
  network_state: null,
  network_state_2: null,
  connection_type: null,
  connection_type_2: null,
  wan_state: null,
  operator: null,
  operator_2: null,
  modem_model: null,
  modem_model_2: null,
  modem_manufacturer: null,
  modem_manufacturer_2: null,
  modem_firmware: null,
  modem_firmware_2: null,
  imei: null,
}

test('bands: excellent from −75, average to −95, low to −113, none below', () => {
  expect([-51, -75, -76, -95, -96, -113, -114, null].map(signalBand)).toEqual([
    'excellent',
    'excellent',
    'average',
    'average',
    'low',
    'low',
    'no_signal',
    'no_signal',
  ])
})

test('the terms of many modems map to the few of the list', () => {
  expect(['5G-NSA', 'NR5G', '4G (LTE)', 'LTE', 'WCDMA', 'HSPA+', 'EDGE', 'x', 7].map(connectionType)).toEqual([
    '5g',
    '5g',
    '4g',
    '4g',
    '3g',
    '3g',
    '2g',
    null,
    null,
  ])
  expect(['Registered (home)', 'registered, roaming', 'searching', null].map(networkState)).toEqual([
    'home',
    'roaming',
    null,
    null,
  ])
  expect(['Mobile', 'Wired', 'eth0', 'WiFi', ''].map(wanState)).toEqual(['mobile', 'wired', 'wired', 'wifi', null])
})

test('only what a report carries changes, and nothing changes without a difference', () => {
  expect(changedFacets(none, { signal: -70, operator: 'Telia' })).toEqual({
    signal_band: 'excellent',
    signal_key: -70,
    operator: 'Telia',
  })
  expect(changedFacets(none, { cpu_load: 5 })).toBeUndefined()
  expect(changedFacets({ ...none, operator: 'Telia' }, { operator: 'Telia' })).toBeUndefined()
  expect(changedFacets({ ...none, model: 'RUTX12' }, { model: '' })).toBeUndefined()
})

test('the sort key of a signal moves by 3 dB and more only', () => {
  const near = { ...none, signal_band: 'excellent', signal_key: -70 }
  expect(changedFacets(near, { signal: -72 })).toBeUndefined()
  expect(changedFacets(near, { signal: -73 })).toEqual({ signal_key: -73 })
  expect(changedFacets(near, { signal: null })).toEqual({ signal_band: 'no_signal', signal_key: -32768 })
})
