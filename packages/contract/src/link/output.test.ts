import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkLimits } from './limits.ts'
import { escapeOutput, outputParts, unescapeOutput } from './output.ts'

const text = fc.string({ unit: 'binary', maxLength: 300 }).map((any) => any.toWellFormed())

test('output is sent in one line and restored except for unprintable control characters', () => {
  fc.assert(
    fc.property(text, (output) => {
      const escaped = escapeOutput(output)
      expect(escaped).toMatch(/^\P{Cc}*$/u)
      const printed = [...output].filter((one) => '\n\t\r\u001b'.includes(one) || !/\p{Cc}/u.test(one)).join('')
      expect(unescapeOutput(escaped)).toBe(printed)
    }),
  )
})

test('parts are short enough, joined they are the whole, and none ends within a mark', () => {
  const long = escapeOutput('ä\n\\ü\t😀'.repeat(4000))
  const parts = outputParts(long)
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.join('')).toBe(long)
  for (const part of parts) {
    expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(linkLimits.resultPartBytes)
    expect(part.replaceAll('\\\\', '')).not.toMatch(/\\$/)
  }
  expect(outputParts('')).toEqual([''])
})
