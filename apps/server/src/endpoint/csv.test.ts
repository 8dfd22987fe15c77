import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvField, csvLine, keepApostrophes, withoutMark } from './csv.ts'

/** Parses one line according to RFC 4180. */
function readLine(line: string): string[] {
  const fields = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/gs)]
  return fields.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

const sign = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠')
const separator = fc.constantFrom(';', '\t', '\r', '\n', ' ', '"', ',', '\u3000')
const text = fc.array(fc.oneof(fc.string(), sign, separator), { maxLength: 6 }).map((parts) => parts.join(''))
const apostrophes = (one: string) => one.replaceAll("'", '')

test('whatever a device is named, a line reads back field by field', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      const read = readLine(csvLine(texts))
      expect(read.map(apostrophes)).toEqual(texts.map(apostrophes))
    }),
  )
})

test('a text is the same after it was marked and read again', () => {
  const quoted = fc.array(fc.oneof(text, fc.constant("'")), { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(quoted, (one) => {
      expect(readLine(csvLine([keepApostrophes(one)])).map(withoutMark)).toEqual([one])
    }),
  )
})

test.each([',', ';', '\t'])('no cell is a formula, read with %j between cells', (between) => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      const line = csvLine(texts)
      const cells = between === ',' ? readLine(line) : line.split(new RegExp(`[${between}\\r\\n]`))
      for (const cell of cells) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/)
    }),
  )
})

test('an ordinary field stays as it is', () => {
  for (const value of ['Gate 7', '10.0.0.1', 'a-b+c=d@e', 'Smith, J.'])
    expect(readLine(csvLine([value]))).toEqual([value])
})

test('numbers stay numbers and nothing is an empty field', () => {
  expect([csvField(-71), csvField(null), csvField(undefined), csvField(0)]).toEqual(['-71', '', '', '0'])
})

test('a long run of separators or space takes no longer than other text', () => {
  for (const run of ['\t', '; ', ' ', '\r\n', '"', "'"]) {
    const cell = `x${run.repeat(500_000)}`
    expect(withoutMark(cell)).toBe(cell)
    expect(readLine(csvLine([cell]))).toEqual([cell])
  }
})
