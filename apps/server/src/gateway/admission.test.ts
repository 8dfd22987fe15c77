import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

const limits = { unauthenticated: 8, unauthenticatedPerAddress: 4, silence: 1000 }

test('strangers never exceed either limit, none is counted after it left or was dropped, none that speaks is dropped', () => {
  const step = fc.record({
    address: fc.constantFrom('a', 'b', 'c'),
    leave: fc.boolean(),
    silent: fc.boolean(),
    pause: fc.nat(600),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      let time = 0
      const admission = createAdmission(limits, () => time)
      const inside = new Set<{ address: string; leave: () => void }>()
      for (const { address, leave, silent, pause } of steps) {
        time += pause
        if (leave) {
          const [visit] = inside
          if (visit) inside.delete(visit)
          visit?.leave()
          visit?.leave()
          continue
        }
        const visit = { address, leave: () => {} }
        const drop = () => {
          expect(silent).toBe(true)
          inside.delete(visit)
        }
        const entry = admission.enter({ address, silent: () => silent, drop })
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

test('returns which limit was reached by connections that still have time to speak', () => {
  const admission = createAdmission({ unauthenticated: 2, unauthenticatedPerAddress: 1, silence: 1000 }, () => 0)
  const enter = (address: string) => admission.enter({ address, silent: () => true, drop: () => {} })
  enter('a')
  expect(enter('a')).toEqual({ refused: 'over_address_cap' })
  enter('b')
  expect(enter('c')).toEqual({ refused: 'over_cap' })
})

test('a newcomer takes the place of the oldest silent one, in its own network if that is full, else in the largest', () => {
  let time = 0
  const dropped: string[] = []
  const admission = createAdmission({ ...limits, unauthenticated: 4, unauthenticatedPerAddress: 2 }, () => time)
  const enter = (address: string, name: string, silent = true) =>
    'visit' in admission.enter({ address, silent: () => silent, drop: () => dropped.push(name) })
  expect(enter('a', 'a1', false)).toBe(true)
  for (const name of ['b1', 'a2', 'b2']) expect(enter(name[0] as string, name)).toBe(true)
  expect(enter('a', 'a3')).toBe(false)
  time = 1000
  expect(enter('a', 'a3')).toBe(true)
  expect(dropped).toEqual(['a2'])
  expect(enter('c', 'c1')).toBe(true)
  expect(dropped).toEqual(['a2', 'b1'])
})
