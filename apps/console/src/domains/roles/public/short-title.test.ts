import { expect, test } from 'vitest'
import { shortTitle } from './short-title.ts'

test('S6.23 S9.32: a title has at most 45 characters in a role picker', () => {
  expect(shortTitle('x'.repeat(45))).toBe('x'.repeat(45))
  expect(shortTitle('x'.repeat(46))).toBe(`${'x'.repeat(44)}…`)
})
