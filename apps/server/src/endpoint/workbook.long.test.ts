import { expect, test } from 'vitest'
import { makeWorkbook, sheetOf } from '../test/workbook.ts'
import { inEnglish } from '../texts.ts'
import { parseWorkbook } from './workbook.ts'

async function read(parts: Record<string, string>) {
  const parsed = await parseWorkbook(await makeWorkbook(parts), 50_000)
  return 'fault' in parsed ? inEnglish(parsed.fault) : parsed.lines
}

test('a million empty rows are no devices', async () => {
  const rows = '<row r="1"><c r="A1" s="1"/></row>'.repeat(1_000_000)
  expect(await read({ 'xl/worksheets/sheet1.xml': sheetOf(rows) })).toEqual([])
})

test('more texts than cells are refused', async () => {
  const texts = `<sst>${'<si/>'.repeat(1_000_001)}</sst>`
  expect(await read({ 'xl/sharedStrings.xml': texts })).toBe('The file is too large. Divide it into several files')
})
