import { expect, test } from 'vitest'
import { makeWorkbook, sheetOf, workbookOf } from '../test/workbook.ts'
import { inEnglish } from '../texts.ts'
import type { SheetLine } from './sheet-lines.ts'
import { parseWorkbook } from './workbook.ts'

const most = 50_000

async function read(parts: Record<string, string | Buffer>) {
  const parsed = await parseWorkbook(await makeWorkbook(parts), most)
  return 'fault' in parsed ? inEnglish(parsed.fault) : parsed.lines
}
const readSheet = (rows: string) => read({ 'xl/worksheets/sheet1.xml': sheetOf(rows) })

const tooLarge = 'The file is too large. Divide it into several files'
const unreadable = 'Save the file as .xlsx or CSV'

test('cells are read as a spreadsheet stores them: shared, rich, inline, numbers, formulas with their last result', async () => {
  const lines = await read({
    'xl/sharedStrings.xml':
      '<x:sst xmlns:x="y"><x:si><x:t xml:space="preserve"> a&amp;b </x:t></x:si><x:si><x:r><x:t>Bus</x:t></x:r><x:r><x:t> 12</x:t></x:r><x:rPh><x:t>BASU</x:t></x:rPh></x:si></x:sst>',
    'xl/worksheets/sheet1.xml': sheetOf(
      [
        '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="D2" t="s"><v>1</v></c></row>',
        '<row r="4"/><row r="5"><c r="A5"><v></v></c></row>',
        '<row><c t="inlineStr"><is><t>00</t><rPh><t>x</t></rPh><r><t>1</t></r></is></c><c><v>3.5693803564380899E+14</v></c></row>',
        '<row><c t="str"><f>A1&amp;"x"</f><v>=x</v></c><c><f>1+1</f><v>2</v></c><c t="b"><v>1</v></c><c><v>1.5E18</v></c></row>',
        '<row><c t="inlineStr"><is><t><![CDATA[<&]]></t></is></c><c t="s"><v>99</v></c></row>',
      ].join(''),
    ),
  })
  expect(lines).toEqual([
    { line: 2, cells: ['', ' a&b ', '', 'Bus 12'] },
    { line: 6, cells: ['001', '356938035643809'] },
    { line: 7, cells: ['=x', '2', 'TRUE', '1.5E+18'] },
    { line: 8, cells: ['<&', ''] },
  ])
})

test('dates and formulas without a result are errors of their cells', async () => {
  const lines = await read({
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[Red]&quot;day&quot;\\d0"/><numFmt numFmtId="171" formatCode="yyyy-mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="49"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheetOf(
      `<row>${[0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>45000</v></c>`).join('')}</row>` +
        '<row><c t="d"><v>2026-11-24</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f>A1</f></c><c s="1"/><c t="str"><f>""</f><v></v></c></row>',
    ),
  })
  const [first, second] = lines as SheetLine[]
  const faultsOf = (line?: SheetLine) => [...(line?.faults ?? [])].map(([at, fault]) => [at, inEnglish(fault)])
  const date = 'A spreadsheet made a date of it. Format the column as text'
  expect(faultsOf(first)).toEqual([
    [1, date],
    [3, date],
  ])
  expect(faultsOf(second)).toEqual([
    [0, date],
    [1, 'The formula has no result'],
    [2, 'The formula has no result'],
  ])
})

test('zeros of a format are read as the cell shows them, or are an error of the cell', async () => {
  const formats = [
    '0000000000',
    '0000000000;@',
    '[Red]#000000;-000',
    '000_);(000)',
    '00000-00000',
    '&quot;SN &quot;0000000000',
    '#,##0',
    '0.00E+00',
    '0.000',
    '@',
  ]
  const own = formats.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`)
  const lines = await read({
    'xl/styles.xml': `<styleSheet><numFmts>${own.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${170 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheetOf(
      ['12345', '12345678901', '-5', '1.5']
        .map((value) => `<row>${formats.map((_, at) => `<c s="${at + 1}"><v>${value}</v></c>`).join('')}</row>`)
        .join(''),
    ),
  })
  const [short, long, negative, broken] = lines as SheetLine[]
  expect(short?.cells.slice(0, 4)).toEqual(['0000012345', '0000012345', '012345', '12345'])
  expect(short?.cells.slice(6)).toEqual(Array(4).fill('12345'))
  const message = 'The zeros in front of 12345 are only a format of the cell. Format the column as text'
  expect([...(short?.faults ?? [])].map(([at, fault]) => [at, inEnglish(fault)])).toEqual([
    [4, message],
    [5, message],
  ])
  expect(long).toEqual({ line: 2, cells: Array(10).fill('12345678901') })
  expect([negative?.cells[0], broken?.cells[0]]).toEqual(['-5', '1.5'])
})

test('lines follow each other, whatever a sheet numbers them', async () => {
  const rows = ['7', '7', '3', '1e300', '-1', '11.5', 'x']
  const lines = await readSheet(rows.map((r) => `<row r="${r}"><c><v>1</v></c></row>`).join(''))
  expect((lines as SheetLine[]).map(({ line }) => line)).toEqual([7, 8, 9, 10, 11, 12, 13])
})

test('columns far to the right are left out, and rows behind the limit', async () => {
  expect(await readSheet('<row><c r="CV1"><v>1</v></c><c r="CW1"><v>2</v></c><c r="XFD1"><v>3</v></c></row>')).toEqual([
    { line: 1, cells: [...Array(99).fill(''), '1'] },
  ])
  const parsed = await parseWorkbook(await workbookOf(Array(100).fill(['a'])), 10)
  expect('lines' in parsed && parsed.lines.length).toBe(12)
})

test('empty rows are no devices', async () => {
  expect(await readSheet('<row r="1"><c r="A1" s="1"/></row>'.repeat(1000))).toEqual([])
})

test('what expands beyond the limits is refused', async () => {
  const sheet = (rows: string) => ({ 'xl/worksheets/sheet1.xml': sheetOf(rows) })
  const strings = (items: string | Buffer) => ({ 'xl/sharedStrings.xml': items })
  const text = 'x'.repeat(32_000)
  const bombs: [string, Record<string, string | Buffer>][] = [
    ['a part of 65 MB', strings(Buffer.alloc(65 * 1024 * 1024, ' '))],
    ['a text longer than a cell', strings(`<sst><si><t>${'x'.repeat(40_000)}</t></si></sst>`)],
    [
      'many cells with one long text',
      {
        ...strings(`<sst><si><t>${text}</t></si></sst>`),
        ...sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`.repeat(100)),
      },
    ],
    ['deep elements', sheet('<a>'.repeat(101))],
    ['many attributes', sheet(`<row ${Array.from({ length: 101 }, (_, at) => `a${at}=""`).join(' ')}/>`)],
    ['many parts', Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`part${at}`, '']))],
  ]
  for (const [what, parts] of bombs) expect([what, await read(parts)]).toEqual([what, tooLarge])
})

test('what is no workbook is refused', async () => {
  const good = await workbookOf([['serial'], ['4700000001']])
  const faultOf = async (bytes: Buffer) => {
    const parsed = await parseWorkbook(bytes, most)
    return 'fault' in parsed ? inEnglish(parsed.fault) : parsed.lines
  }
  expect(await faultOf(Buffer.from('PK\u0003\u0004'))).toBe(unreadable)
  expect(await faultOf(good.subarray(0, good.length - 40))).toBe(unreadable)
  expect(await read({ 'xl/workbook.xml': '<workbook/>' })).toBe(unreadable)
  expect(await readSheet('<row><c><v>1</c></row>')).toBe(unreadable)
  expect(await readSheet('<row><c><v>&undefined;</v></c></row>')).toBe(unreadable)
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><row><c t="str"><v>&a;</v></c></row></worksheet>'
  expect(await read({ 'xl/worksheets/sheet1.xml': entity })).toBe(unreadable)

  // Its entry states a size smaller than the real one.
  const lying = Buffer.from(await makeWorkbook({ 'xl/sharedStrings.xml': Buffer.alloc(70 * 1024 * 1024, ' ') }))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(70 * 1024 * 1024)
  for (let at = lying.indexOf(size); at !== -1; at = lying.indexOf(size, at)) lying.writeUInt32LE(100, at)
  expect(await faultOf(lying)).toBe(unreadable)
})

test('bytes that are not UTF-8, and characters that the database does not store, are refused', async () => {
  const encoding = 'The file is not valid UTF-8 text'
  const cell = (content: string) => sheetOf(`<row><c t="str"><v>${content}</v></c></row>`)
  for (const part of [Buffer.from(cell('\u00ff'), 'latin1'), cell('a\0b')])
    expect(await read({ 'xl/worksheets/sheet1.xml': part })).toBe(encoding)
  for (const part of [cell('&#0;'), cell('&#xD800;')])
    expect(await read({ 'xl/worksheets/sheet1.xml': part })).toBe(unreadable)
})
