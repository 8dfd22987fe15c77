import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvField, csvLine } from './csv.ts'

/** Parses one line according to RFC 4180. */
function readLine(line: string): string[] {
  const fields = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/gs)]
  return fields.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

test('whatever the name of a device, a line can be parsed back field by field and none is a formula', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('=1+1', '+1', '-1', '@x', '\t=1', 'a,"b"\r\nc'))
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      const read = readLine(csvLine(texts))
      expect(read).toEqual(texts.map((one) => (/^[=+\-@\t\r]/.test(one) ? `'${one}` : one)))
      expect(read.some((one) => /^[=+\-@]/.test(one))).toBe(false)
    }),
  )
})

test('numbers stay numbers and nothing is an empty field', () => {
  expect([csvField(-71), csvField(null), csvField(undefined), csvField(0)]).toEqual(['-71', '', '', '0'])
})
