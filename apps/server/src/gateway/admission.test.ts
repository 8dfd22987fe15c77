import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

const limits = { unauthenticated: 8, unauthenticatedPerAddress: 4, signInGrace: 1000 }

test('strangers never exceed either limit, and none is counted after it left or was dropped', () => {
  const step = fc.record({ address: fc.constantFrom('a', 'b', 'c'), leave: fc.boolean(), pause: fc.nat(600) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      let time = 0
      const admission = createAdmission(limits, () => time)
      const inside = new Set<{ address: string; leave: () => void }>()
      for (const { address, leave, pause } of steps) {
        time += pause
        if (leave) {
          const [visit] = inside
          if (visit) inside.delete(visit)
          visit?.leave()
          visit?.leave()
          continue
        }
        const visit = { address, leave: () => {} }
        const entry = admission.enter(address, () => inside.delete(visit))
        if ('visit' in entry) {
          visit.leave = entry.visit.leave
          inside.add(visit)
        }
        expect(admission.waiting()).toBe(inside.size)
        expect(inside.size).toBeLessThanOrEqual(8)
        expect([...inside].filter((one) => one.address === address).length).toBeLessThanOrEqual(4)
      }
      for (const visit of inside) visit.leave()
      expect(admission.waiting()).toBe(0)
    }),
  )
})

test('returns which limit was reached by connections that still have time to sign in', () => {
  const admission = createAdmission({ unauthenticated: 2, unauthenticatedPerAddress: 1, signInGrace: 1000 }, () => 0)
  const enter = (address: string) => admission.enter(address, () => {})
  enter('a')
  expect(enter('a')).toEqual({ refused: 'over_address_cap' })
  enter('b')
  expect(enter('c')).toEqual({ refused: 'over_cap' })
})

test('a newcomer takes the place of the oldest one of its network that did not sign in in time', () => {
  let time = 0
  const dropped: string[] = []
  const admission = createAdmission({ ...limits, unauthenticated: 4, unauthenticatedPerAddress: 2 }, () => time)
  const enter = (address: string, name: string) => 'visit' in admission.enter(address, () => dropped.push(name))
  for (const name of ['a1', 'b1', 'a2', 'b2']) {
    expect(enter(name[0] as string, name)).toBe(true)
    time += 100
  }
  expect(enter('a', 'a3')).toBe(false)
  time = 1000
  expect(enter('a', 'a3')).toBe(true)
  expect(dropped).toEqual(['a1'])
})

test('a network with few connections gets in at once, at the cost of the one with most', () => {
  const admission = createAdmission(limits, () => 0)
  const dropped: number[] = []
  for (let count = 0; count < 8; count++) admission.enter(count < 4 ? 'a' : 'b', () => dropped.push(count))
  expect(admission.enter('c', () => {})).toHaveProperty('visit')
  expect(dropped).toEqual([0])
  expect(admission.enter('2001:db8::1', () => {})).toHaveProperty('visit')
  expect(admission.enter('2001:db8::2', () => {})).toHaveProperty('visit')
  expect(dropped).toHaveLength(3)
})
