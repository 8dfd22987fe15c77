import { tagColors } from '@longreach/contract/tags/constants'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, textOn } from './contrast.ts'

test('black on white and a colour on itself have the contrast that WCAG defines', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#123456', '#123456')).toBe(1)
})

test('text is readable on any colour', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(fc.property(color, (any) => contrast(textOn(any), any) >= 4.5))
  for (const named of Object.values(tagColors)) expect(contrast(textOn(named), named)).toBeGreaterThanOrEqual(4.5)
})
