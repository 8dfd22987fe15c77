import { models } from '@longreach/contract/link/models'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capabilitiesOf, firmwareAtLeast, firmwareVersion } from './capabilities.ts'

const of = (model: string, version: string) =>
  capabilitiesOf({ model, firmware: `FAM_R_00.${version}`, caps: [], values: {} })

test('S5.6: the version of a firmware text is its digits and dots after the client code', () => {
  expect(firmwareVersion('RUTX_R_00.07.06.10')).toEqual([7, 6, 10])
  expect(firmwareVersion('RUT30X_T_R72_00.07.01')).toEqual([7, 1])
  expect(firmwareVersion('no digits')).toBeNull()
  expect(firmwareAtLeast('TSW2_R_00.01.10.2', '01.10')).toBe(true)
  expect(firmwareAtLeast(null, '01')).toBe(false)
})

test.each([
  ['S5.12', 'RUT240', '01.11.0', '01.11.1'],
  ['S5.13', 'RUT950', '06.05.0', '06.05.1'],
  ['S5.14', 'RUTX11', '02.01.0', '02.01.1'],
])('%s: Wi-Fi of %s is monitored from the firmware after %s', (_id, model, below, from) => {
  expect(of(model, below).has_wifi).toBe(false)
  expect(of(model, from).has_wifi).toBe(true)
})

test.each([
  ['S5.15', 'RUT360', '06.99', '07.00'],
  ['S5.16', 'RUT300', '07.05.9', '07.06'],
  ['S5.17', 'TRB500', '07.05', '07.06'],
])('%s: the hotspot of %s is monitored from the firmware after %s', (_id, model, below, from) => {
  expect(of(model, below).has_hotspot).toBe(false)
  expect(of(model, from).has_hotspot).toBe(true)
})

test('S5.18: TRB141, 142 and 145 have no hotspot', () => {
  for (const model of ['TRB141', 'TRB142', 'TRB145']) expect(of(model, '07.24').has_hotspot).toBe(false)
})

test('S5.19 S5.20: dynamic DNS from 07.00 on RUT2, RUT3 and RUT9, from 02.04 on RUTX and TRB', () => {
  for (const model of ['RUT240', 'RUT300', 'RUT950']) {
    expect([of(model, '06.99').has_ddns, of(model, '07.00').has_ddns]).toEqual([false, true])
  }
  for (const model of ['RUTX11', 'TRB140']) {
    expect([of(model, '02.03').has_ddns, of(model, '02.04').has_ddns]).toEqual([false, true])
  }
})

test('S5.21 S5.22: legacy alerts below 07.13, legacy VPN below 07.06, neither on switches', () => {
  expect(of('RUTX11', '07.12').has_legacy_alerts).toBe(true)
  expect(of('RUTX11', '07.13').has_legacy_alerts).toBe(false)
  expect(of('RUTX11', '07.05').has_legacy_vpn).toBe(true)
  expect(of('RUTX11', '07.06').has_legacy_vpn).toBe(false)
  expect(of('TSW202', '01.10')).toMatchObject({ has_rutos: false, has_legacy_alerts: false, has_legacy_vpn: false })
})

test.each([
  ['S3.19', 'has_rutos', ['RUTX11', '07.24'], ['TSW202', '01.10']],
  ['S3.22', 'has_lan', ['RUTX11', '07.24'], ['TRB141', '07.24']],
  ['S3.23', 'has_hotspot', ['RUT950', '07.24'], ['TSW202', '01.10']],
  ['S3.26', 'has_ddns', ['RUTX11', '07.24'], ['TAP200', '07.24']],
  ['S3.27', 'has_data_usage', ['RUTX11', '07.24'], ['RUT140', '07.24']],
  ['S3.28', 'has_l2tp', ['RUTX11', '07.24'], ['TAP200', '07.24']],
  ['S3.29', 'has_second_modem', ['RUTX12', '07.24'], ['RUTX11', '07.24']],
  ['S3.30', 'has_network_map', ['RUTX11', '07.24'], ['TAP200', '07.24']],
  ['S3.31', 'has_esim', ['RUTM20', '07.24'], ['RUTX11', '07.24']],
  ['S3.32', 'has_webfilter', ['RUTX11', '07.24'], ['TAP200', '07.24']],
  ['S3.33', 'has_vpn', ['RUTX11', '07.24'], ['TAP200', '07.24']],
  ['S3.34', 'has_legacy_alerts', ['TAP200', '07.12'], ['TSW202', '01.10']],
  ['S3.35', 'has_legacy_vpn', ['RUTX11', '07.05'], ['TAP200', '07.05']],
] as const)('%s: %s is derived from model and firmware', (_id, flag, [model, firmware], [other, otherFirmware]) => {
  expect(of(model, firmware)[flag]).toBe(true)
  expect(of(other, otherFirmware)[flag]).toBe(false)
})

test('S5.23: data usage of a TRB500 from 07.12', () => {
  expect([of('TRB500', '07.11').has_data_usage, of('TRB500', '07.12').has_data_usage]).toEqual([false, true])
})

test('S9.15: second modems are those of RUTX12, RUTM52 and RUTM56', () => {
  const second = models.filter(({ model }) => of(model, '07.24').has_second_modem).map(({ model }) => model)
  expect(second.sort()).toEqual(['RUTM52', 'RUTM56', 'RUTX12'])
})

test('S9.14: the series of the catalogue', () => {
  const series = [...new Set(models.map((model) => model.series))].sort()
  expect(series).toEqual(['ATRM', 'DAP', 'OTD', 'RUT', 'SWM', 'TAP', 'TCR', 'TRB', 'TSW'])
})

test('S9.12: models have 0 to 10 ports, and switches up to 28', () => {
  const portsOf = (switches: boolean) =>
    models
      .filter(({ series }) => ['TSW', 'SWM'].includes(series) === switches)
      .map(({ model }) => of(model, '07.24').port_count)
  expect([Math.min(...portsOf(false)), Math.max(...portsOf(true))]).toEqual([0, 28])
  expect([...portsOf(false), ...portsOf(true)].filter((count) => count > 10 && count !== 28)).toEqual([])
  expect(portsOf(false)).not.toContain(28)
})

test('S9.13 S3.21 S3.24: a device with ports has a LAN, and 0 to 3 SIMs', () => {
  for (const { model } of models) {
    const { port_count, sim_count, has_lan } = of(model, '07.24')
    expect(sim_count).toBeLessThanOrEqual(3)
    expect(has_lan).toBe(port_count > 0)
  }
})

test('S3.17 S3.18 S3.20 S3.25: a device outside the catalogue supports what it reports', () => {
  const reported = capabilitiesOf({
    model: 'Pi 5',
    firmware: 'Debian 12',
    caps: ['wifi'],
    values: {
      signal: -70,
      'port_state.eth0': 'up',
      latitude: 1,
      users_active: 0,
      'ddns_status.a': null,
      modem_id_2: '1-3',
    },
  })
  expect(reported).toMatchObject({
    has_wifi: true,
    has_gps: true,
    has_mobile: true,
    has_io: false,
    port_count: 1,
    has_rutos: false,
    has_hotspot: true,
    has_ddns: true,
    has_l2tp: false,
    has_second_modem: true,
  })
})

test('no model and no firmware text breaks the rules', () => {
  fc.assert(
    fc.property(fc.constantFrom(...models.map(({ model }) => model), 'Other'), fc.string(), (model, firmware) => {
      const flags = capabilitiesOf({ model, firmware, caps: [], values: {} })
      expect(Object.values(flags).every((value) => typeof value === 'boolean' || Number.isInteger(value))).toBe(true)
    }),
  )
})
