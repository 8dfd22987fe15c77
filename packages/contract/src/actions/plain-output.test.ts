import { expect, test } from 'vitest'
import { plainOutput } from './plain-output.ts'

test('output is shown without terminal control sequences', () => {
  expect(plainOutput('\u001b[1;31mred\u001b[0m\tand\r\nblue\u0007\u001b]0;title\u0007\n\n')).toBe('red\tand\nblue')
  expect(plainOutput('a\u202eb\u0000c')).toBe('abc')
  expect(plainOutput('<b>stays</b> ä\n  indented')).toBe('<b>stays</b> ä\n  indented')
})
