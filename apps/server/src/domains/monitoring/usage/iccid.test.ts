import { expect, test } from 'vitest'
import { readIccid } from './iccid.ts'

test.each([
  ['8937001000000000004F', '8937001000000000004'],
  ['"898600B5000000000004"\n', '898600B5000000000004'],
  ['0x8937001000000000012f', '8937001000000000012'],
  ['00008937001000000000013', '8937001000000000013'],
  ['89 3700-1000 0000 00014', '8937001000000000014'],
  // Bytes with the digits of each pair swapped.
  ['98730010000000000051', '89370001000000000015'],
  ['987300010000000000F5', '8937001000000000005'],
])('%j is read as %s', (reported, iccid) => {
  expect(readIccid(reported)).toBe(iccid)
})

test.each([
  null,
  42,
  '',
  '0',
  'FFFFFFFFFFFFFFFFFFFF',
  '=1+1',
  '<img src=x>',
  "8937'; DROP TABLE sims",
  `89${'1'.repeat(300)}`,
])('%j names no SIM', (reported) => {
  expect(readIccid(reported)).toBeNull()
})
