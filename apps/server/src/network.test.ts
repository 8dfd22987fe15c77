import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test('an IPv4 address is a network of its own, however it is written', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(networkOf(address)).toBe(address)
      expect(networkOf(`::ffff:${address}`)).toBe(address)
    }),
  )
})

const group = fc.integer({ min: 1, max: 0xffff }).map((value) => value.toString(16))
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count })

test('all addresses of an IPv6 /64 are one network, and no other one is', () => {
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), groups(4), (one, other, host, otherHost) => {
      const address = (network: string[], rest: string[]) => [...network, ...rest].join(':')
      expect(networkOf(address(one, host))).toBe(networkOf(address(one, otherHost)))
      expect(networkOf(address(one, host)) === networkOf(address(other, host))).toBe(one.join() === other.join())
    }),
  )
  expect(networkOf('2001:db8:0:7::1')).toBe('2001:db8:0:7::/64')
  expect(networkOf('2001:DB8:0:7:ffff::%eth0')).toBe('2001:db8:0:7::/64')
  expect(networkOf('::1')).toBe('::/64')
})

test('what is no address is left as it is', () => {
  for (const value of ['', 'device 7', '1.2.3.4.5', '2001:db8::/64']) expect(networkOf(value)).toBe(value)
})
