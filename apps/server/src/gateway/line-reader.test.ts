import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLineReader } from './line-reader.ts'

function cut(bytes: Buffer, sizes: number[]): Buffer[] {
  const chunks: Buffer[] = []
  let at = 0
  for (const size of sizes) {
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return [...chunks, bytes.subarray(at)]
}

test('lines are the same however the stream was chunked', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => !/[\r\n]/.test(text))
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 0, max: 40 })), (lines, sizes) => {
      const reader = createLineReader(4096)
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
      const read = cut(bytes, sizes).flatMap((chunk) => reader.push(chunk).lines)
      expect(read).toEqual(lines.map((text) => Buffer.from(text).toString('utf8')))
    }),
  )
})

test('never buffers or returns more than the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 100 })), (chunks) => {
      const reader = createLineReader(20)
      for (const chunk of chunks) {
        const { lines, tooLong } = reader.push(Buffer.from(chunk))
        for (const read of lines) expect(read.length).toBeLessThanOrEqual(20)
        if (tooLong) return
      }
    }),
  )
})

test.each([
  ['fits', 'x'.repeat(20), false],
  ['fits with a carriage return', `${'x'.repeat(20)}\r`, false],
  ['is one byte too long', 'x'.repeat(21), true],
  ['is too long in bytes, not in characters', 'ä'.repeat(11), true],
])('a line that %s', (_name, line, tooLong) => {
  expect(createLineReader(20).push(Buffer.from(`${line}\n`)).tooLong).toBe(tooLong)
})

test('an endless line is noticed before its newline', () => {
  const reader = createLineReader(20)
  expect(reader.push(Buffer.alloc(20, 120)).tooLong).toBe(false)
  expect(reader.push(Buffer.alloc(20, 120)).tooLong).toBe(true)
})
