import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { describe, expect, test } from 'vitest'
import { findUnusual } from './unusual.ts'

const now = Date.parse('2026-05-01T12:00:00Z')
const healthy = {
  status: 1,
  approval_pending: false,
  enrolment_permit: null,
  failed_auth_message: null,
  shared_identity: null,
  signal: -60,
  signal_2: null,
  network_state: 'Registered, home',
  operator: 'Telia',
  parameters: { cpu_load: 12, ram_free: 40, ram_total: 100, flash_free: 50, flash_total: 100, temperature: 41 },
  refused: { count: 0, reason: null, at: null },
  link: { since: '2026-05-01 11:00:00' },
  last_connection_at: '2026-05-01 11:59:00',
} as unknown as DeviceDetails
const kinds = (change: Partial<DeviceDetails>) =>
  findUnusual({ ...healthy, ...change } as DeviceDetails, now).map((one) => one.kind)

describe('what is unusual of a device', () => {
  test('nothing for a healthy one', () => {
    expect(kinds({})).toEqual([])
  })

  test('the state comes first, and stale values of an offline device are left out', () => {
    expect(kinds({ status: 0, signal: -110, failed_auth_message: 'Device could not be verified' })).toEqual([
      'refused-link',
    ])
    expect(kinds({ status: null })).toEqual(['waiting'])
    expect(kinds({ status: 0, config_state: 'drifted' })).toEqual(['config-drifted'])
    expect(kinds({ approval_pending: true, status: 2 })).toEqual(['approval', 'pending'])
    const enrolment_permit = { expires_at: '2026-05-02 08:00:00', username: 'ann' }
    expect(kinds({ approval_pending: true, enrolment_permit })).toEqual(['approval', 'permitted'])
  })

  test('weak signal of either modem, roaming, and problems of the machine', () => {
    expect(kinds({ signal: -105, signal_2: -100, network_state: 'Registered, roaming' })).toEqual([
      'weak-signal',
      'weak-signal',
      'roaming',
    ])
    expect(
      kinds({
        parameters: { cpu_load: 97, ram_free: 2, ram_total: 100, flash_free: 1, flash_total: 100, temperature: 80 },
      }),
    ).toEqual(['cpu', 'memory', 'flash', 'hot'])
  })

  test('refused reports are news for a day', () => {
    const refused = (at: string) => ({ count: 3, reason: 'impossible value', at })
    expect(kinds({ refused: refused('2026-05-01 08:00:00') })).toEqual(['refused-reports'])
    expect(kinds({ refused: refused('2026-04-20 08:00:00') })).toEqual([])
  })
})
