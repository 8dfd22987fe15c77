import { expect, test } from 'vitest'
import { matches } from './matches.ts'

test.each([
  ['Add device', 'add device', true],
  ['Add device', 'DEV add', true],
  ['Add device', 'evice', false],
  ['Add device', 'add device now', false],
  ['Add device', '  ', false],
  ['Add device', '-', false],
  ['Rôles', 'roles', true],
  ['Roles', 'rôl', true],
  ['Switch to dark mode', 'dark mode', true],
  ['系统 日志', '日', true],
])('%j is found by %j: %j', (label, q, found) => {
  expect(matches(label, q)).toBe(found)
})
