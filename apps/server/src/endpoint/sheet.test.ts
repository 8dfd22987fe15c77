import { trimCell } from '@longreach/contract/forms/sheet-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inEnglish } from '../texts.ts'
import { csvLine, keepApostrophes, keepTextMarks } from './csv.ts'
import { Problem } from './problem.ts'
import { readSheet, validateRows } from './sheet.ts'

const columns = { serial: ['serial_number'], name: [], secret: [] }

const read = (content: string, most = 50) =>
  readSheet(Buffer.from(content), columns, { required: 'serial', most, verbatim: 'secret', identifiers: ['serial'] })

async function contentOf(content: string) {
  return (await read(content)).map(({ line, cells }) => [line, cells])
}

async function errorsOf(content: string) {
  const { errors } = await validateRows(z.object({ serial: z.string() }), await read(content))
  return errors.map(({ line, column, message }) => [line, column, inEnglish(message)])
}

async function refusalOf(content: string) {
  const error = await read(content).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Problem)
  return inEnglish((error as Problem).errors[0]?.message ?? '')
}

test('a line that names the separator is no heading, and counts as a line', async () => {
  const expected = [[3, { serial: '0012', name: 'a,b' }]]
  for (const hint of ['sep=;', '\ufeffsep=;', '"sep=;"', 'SEP=;;;', 'sep=;\t'])
    expect([hint, await contentOf(`${hint}\r\nserial;name\r\n0012;a,b\r\n`)]).toEqual([hint, expected])
  expect(await contentOf('sep=|\nserial|name\n0012|a,b')).toEqual(expected)
  expect(await refusalOf('sep=;')).toBe('The file contains no devices')
  expect(await refusalOf('sep=;\nserial;name\n1;"a')).toBe('Line 3: a quotation mark is not closed')
})

test('a file has one separator, the most frequent in its first line outside of quotation marks', async () => {
  expect(await contentOf('serial;name\n1;a,b\tc')).toEqual([[2, { serial: '1', name: 'a,b\tc' }]])
  expect(await contentOf('serial,"a;b;c;d",name\n1,x,2')).toEqual([[2, { serial: '1', name: '2' }]])
})

test('marks of spreadsheets for text are no part of it', async () => {
  const cases: [string, object][] = [
    [`="0012";="a b"`, { serial: '0012', name: 'a b' }],
    [`"=""0012""";"=""a """"b"""" c"""`, { serial: '0012', name: 'a "b" c' }],
    [`="0\u200b012";`, { serial: '0012' }],
    [`'0012;'0034`, { serial: '0012', name: '0034' }],
    [`'a0:b1;'s-Gravenhage 2`, { serial: 'a0:b1', name: `'s-Gravenhage 2` }],
    [`1;'=x`, { serial: '1', name: '=x' }],
  ]
  for (const [line, cells] of cases) expect(await contentOf(`serial;name\n${line}`)).toEqual([[2, cells]])
  expect(await contentOf(`serial;secret\n1;'0012\n2;="x"\n3; '=y \n`)).toEqual([
    [2, { serial: '1', secret: `'0012` }],
    [3, { serial: '2', secret: '="x"' }],
    [4, { serial: '3', secret: ' =y ' }],
  ])
})

test('characters that are not seen are removed around cells, and within identifiers and headings', async () => {
  const content = '\ufeff\ufeffse\u200brial\u00a0;\u00adname\n\u200b00\u00a01\u00ad2\u2060;\u00a0a\u00a0b\u200d\n'
  expect(await contentOf(content)).toEqual([[2, { serial: '0012', name: 'a\u00a0b' }]])
  expect(await contentOf('serial;secret\n1;\u200bx\u00a0')).toEqual([[2, { serial: '1', secret: '\u200bx\u00a0' }]])
})

test('rows may be short and are skipped if blank; a cell without a heading is an error of its line', async () => {
  const content = 'serial;name;;\n1\n;;\n\n \u00a0;\u200b\n2;a;;\n3;b;;c\n4;d;e\n'
  expect(await contentOf(content)).toMatchObject([
    [2, { serial: '1' }],
    [6, { serial: '2', name: 'a' }],
    [7, { serial: '3' }],
    [8, { serial: '4' }],
  ])
  const message = (cell: string) =>
    `${cell} is in a column without a heading. Put values that contain the separator in quotation marks`
  expect(await errorsOf(content)).toEqual([
    [7, 'serial', message('c')],
    [8, 'serial', message('e')],
  ])
})

test('two columns for the same are refused, by name', async () => {
  expect(await refusalOf('serial;Name;name\n1;a;b')).toBe('Two columns are for name: keep one')
  expect(await refusalOf('serial;Serial number\n1;2')).toBe('Two columns are for Serial number: keep one')
  expect(await contentOf('serial;note;note\n1;a;b')).toEqual([[2, { serial: '1' }]])
})

test('numbers that a spreadsheet shortened are errors of their lines, unless they are marked as text', async () => {
  const content = `serial;name;secret\n4.4E+11;;\n1;8,93702e+18;\n2;;-1E+10\n3;'4.4E+11;\n4;="4E+9";\n`
  const message = (value: string) => `${value} was shortened by a spreadsheet. Format the column as text`
  expect(await errorsOf(content)).toEqual([
    [2, 'serial', message('4.4E+11')],
    [3, 'name', message('8,93702e+18')],
    [4, 'secret', message('-1E+10')],
  ])
})

const part = fc.constantFrom(
  "'",
  '=',
  '"',
  '="1"',
  '-',
  '@',
  '＝',
  '0',
  'E+11',
  'a',
  ',',
  ';',
  '\t',
  '\r\n',
  ' ',
  '\u200b',
)
const texts = fc.array(fc.oneof(part, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 6 })
const storable = texts.map((parts) => parts.join('').replaceAll('\0', ''))
const table = fc.array(fc.tuple(storable.map(trimCell), storable), { minLength: 1, maxLength: 8 })

test.each([',', ';'] as const)('a table that is written with %s comes back the same', async (separator) => {
  await fc.assert(
    fc.asyncProperty(table, fc.boolean(), async (rows, hint) => {
      const lines = rows.map(([name, secret], at) =>
        csvLine([`x${at}`, keepTextMarks(name), keepApostrophes(secret)], separator),
      )
      const content = `\ufeff${hint ? `sep=${separator}\r\n` : ''}${csvLine(Object.keys(columns), separator)}${lines.join('')}`
      const found = await read(content)
      const expected = rows.map(([name, secret], at) => [`x${at}`, name, secret])
      expect(found.map(({ cells }) => [cells.serial, cells.name ?? '', cells.secret ?? ''])).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})
