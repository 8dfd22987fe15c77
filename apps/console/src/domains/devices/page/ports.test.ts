import { expect, test } from 'vitest'
import { portsOf } from './ports.ts'

test('ports are collected from their parameters and sorted naturally', () => {
  expect(
    portsOf({
      'port_rx_bytes.eth10': 5,
      'port_tx_bytes.eth2': 7,
      'port_rx_bytes.eth2': 6,
      port_state: 'eth2:1000FD,wan:down,odd',
      cpu_load: 1,
    }),
  ).toEqual([
    { name: 'eth2', state: '1000FD', received: 6, sent: 7 },
    { name: 'eth10', state: null, received: 5, sent: null },
    { name: 'wan', state: 'down', received: null, sent: null },
  ])
})
