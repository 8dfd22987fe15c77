import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, textOf, visibleText } from './bytes.ts'

test('any bytes are the same after they were read as text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('eda080', 'c080', 'f4908080', 'f09f9880', 'e282', 'efbfbd', 'efbbbf')
      .map((hex) => Buffer.from(hex, 'hex')),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const bytes = Buffer.concat(pieces)
      expect(bytesOf(textOf(bytes)).toString('hex')).toBe(bytes.toString('hex'))
      expect(visibleText(textOf(bytes)).isWellFormed()).toBe(true)
    }),
  )
})

test('texts of UTF-8 are themselves', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect([textOf(Buffer.from(text)), visibleText(text)]).toEqual([text, text])
    }),
  )
})

test('characters beside other bytes stay readable', () => {
  const bytes = Buffer.concat([Buffer.from('ssid é😀 '), Buffer.from([0xe9, 0x80]), Buffer.from('x')])
  expect(visibleText(textOf(bytes))).toBe('ssid é😀 \\xE9\\x80x')
})
