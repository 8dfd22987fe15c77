import { type ConfigCall, configCalls } from '@longreach/contract/configs/calls'
import { describe, expect, test } from 'vitest'
import { callsOf, dataOf, newRow, rowsOfCalls } from './setting-rows.ts'

describe('lines of the editor', () => {
  test('become calls, those for one section together and in order', () => {
    const { calls, first } = callsOf([
      newRow({ place: 'network.lan', option: 'ipaddr', value: '10.0.0.1' }),
      newRow({ kind: 'list', place: 'network.lan', option: 'dns', value: '9.9.9.9\n1.1.1.1\n' }),
      newRow({ kind: 'remove', place: 'network.lan', option: 'gateway' }),
      newRow({ place: 'network.lan', option: 'ipaddr', value: '10.0.0.2' }),
      newRow({ kind: 'add', place: 'firewall', value: 'rule' }),
      newRow({ place: 'firewall.@rule[-1]', option: 'target', value: 'ACCEPT' }),
      newRow({ kind: 'add', place: 'network.guest', value: 'interface' }),
      newRow({ kind: 'delete', place: 'network.wan6' }),
      newRow({ kind: 'file', place: '/etc/motd', value: 'Hello\n' }),
    ])
    expect(calls).toEqual([
      {
        method: 'PUT',
        path: '/uci/network/lan',
        request_data: { ipaddr: '10.0.0.1', dns: ['9.9.9.9', '1.1.1.1'], gateway: null },
      },
      { method: 'PUT', path: '/uci/network/lan', request_data: { ipaddr: '10.0.0.2' } },
      { method: 'POST', path: '/uci/firewall', request_data: { '.type': 'rule' } },
      { method: 'PUT', path: '/uci/firewall/@rule[-1]', request_data: { target: 'ACCEPT' } },
      { method: 'PUT', path: '/uci/network/guest', request_data: { '.type': 'interface' } },
      { method: 'DELETE', path: '/uci/network/wan6' },
      { method: 'PUT', path: '/files/etc/motd', request_data: { content: 'Hello\n' } },
    ])
    expect(first).toEqual([0, 3, 4, 5, 6, 7, 8])
    expect(configCalls.safeParse(calls).success).toBe(true)
    const again = callsOf(rowsOfCalls(calls)).calls
    expect(again).toEqual(calls)
  })

  test('for calls of the API with the values of a new section', () => {
    const calls: ConfigCall[] = [
      { method: 'POST', path: '/uci/firewall', request_data: { '.type': 'rule', enabled: true, port: 80 } },
      { method: 'POST', path: '/uci/network', request_data: { '.type': 'interface', '.name': 'guest', proto: 'dhcp' } },
    ]
    expect(callsOf(rowsOfCalls(calls)).calls).toEqual([
      { method: 'POST', path: '/uci/firewall', request_data: { '.type': 'rule' } },
      { method: 'PUT', path: '/uci/firewall/@rule[-1]', request_data: { enabled: '1', port: '80' } },
      { method: 'PUT', path: '/uci/network/guest', request_data: { '.type': 'interface', proto: 'dhcp' } },
    ])
  })
})

test('calls of the API of a device are lines of their own, never joined, and come back as they were', () => {
  const calls: ConfigCall[] = [
    { method: 'PUT', path: '/api/interfaces/config/{{name}}', request_data: { data: { mtu: '{{mtu}}', dns: ['a'] } } },
    { method: 'PUT', path: '/api/interfaces/config/{{name}}', request_data: { data: { proto: 'dhcp' } } },
    { method: 'DELETE', path: '/api/users/config/3', query_parameters: [{ key: 'why', value: 'a b&{{name}}' }] },
  ]
  const rows = rowsOfCalls(calls)
  expect(rows.map(({ kind, option, place }) => `${kind} ${option} ${place}`)).toEqual([
    'call PUT /api/interfaces/config/{{name}}',
    'call PUT /api/interfaces/config/{{name}}',
    'call DELETE /api/users/config/3?why=a%20b%26{{name}}',
  ])
  expect(callsOf(rows)).toEqual({ calls, first: [0, 1, 2] })
  expect(dataOf('{')).toEqual({ fault: expect.any(String) })
})
