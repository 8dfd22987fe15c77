import { expect, test } from 'vitest'
import { createLinks, type Link } from './links.ts'

const linkOf = (deviceId: number): Link => ({
  presence: { deviceId, epoch: 1 },
  publicKey: '',
  tunnels: false,
  upgrades: false,
  command: () => true,
  refuse: () => {},
  renew: () => {},
  check: () => {},
  leave: async () => {},
})

test('devices come back over as many seconds as 150 a second need, between 1 and 30', () => {
  const links = createLinks({ changed: () => {} })
  let deviceId = 0
  const spreadWith = (devices: number) => {
    while (links.count() < devices) links.add(linkOf(++deviceId))
    return links.spread()
  }
  expect([0, 150, 600, 4500, 15_000].map(spreadWith)).toEqual([1, 1, 4, 30, 30])
})
