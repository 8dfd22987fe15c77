import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

test('strangers never exceed either limit, and none is counted after it left', () => {
  const step = fc.record({ address: fc.constantFrom('a', 'b', 'c'), leave: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const admission = createAdmission({ unauthenticated: 8, unauthenticatedPerAddress: 4 })
      const inside: { address: string; leave: () => void }[] = []
      for (const { address, leave } of steps) {
        if (leave) {
          const visit = inside.shift()
          visit?.leave()
          visit?.leave()
          continue
        }
        const entry = admission.enter(address)
        if ('visit' in entry) inside.push({ address, leave: entry.visit.leave })
        expect(admission.waiting()).toBe(inside.length)
        expect(inside.length).toBeLessThanOrEqual(8)
        expect(inside.filter((visit) => visit.address === address).length).toBeLessThanOrEqual(4)
      }
      for (const visit of inside) visit.leave()
      expect(admission.waiting()).toBe(0)
    }),
  )
})

test('returns which limit was reached', () => {
  const admission = createAdmission({ unauthenticated: 2, unauthenticatedPerAddress: 1 })
  admission.enter('a')
  expect(admission.enter('a')).toEqual({ refused: 'over_address_cap' })
  admission.enter('b')
  expect(admission.enter('c')).toEqual({ refused: 'over_cap' })
})
