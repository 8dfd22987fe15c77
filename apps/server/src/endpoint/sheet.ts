import { isUtf8 } from 'node:buffer'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { Problem } from './problem.ts'

/** A line below the one that names the columns; cells without a text are left out. */
export interface SheetRow<Column extends string> {
  line: number
  cells: Partial<Record<Column, string>>
}

export interface RowError {
  line: number
  column: string
  message: Text
}

/** Columns of a file, each with other headings that mean the same. */
export type SheetColumns<Column extends string> = Readonly<Record<Column, readonly string[]>>

interface Line {
  line: number
  cells: readonly string[]
}

const wrong = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'file', message })

/** Longer ones are no list of devices. */
const longestLine = 100_000
/** How spreadsheets show a long number. */
const shortened = /^\d([.,]\d+)?E\+\d+$/i

/** An apostrophe marks a text that would be a formula. */
const unmarked = (cell: string) => cell.trim().replace(/^'(?='*[=+\-@])/, '')

const asHeading = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')

/** The separator that is most frequent in the first line. */
function separatorOf(content: string): string {
  const [first = ''] = content.split(/[\r\n]/, 1)
  const counts = [',', ';', '\t'].map((mark) => [mark, first.split(mark).length] as const)
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** A NUL is valid in UTF-8, but the database does not store it. */
function textOf(bytes: Buffer): string {
  const zipped = bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
  const old = bytes.subarray(0, 4).toString('hex') === 'd0cf11e0'
  if (zipped || old) throw wrong(text('devices.file_not_csv'))
  if (!isUtf8(bytes) || bytes.includes(0)) throw wrong(text('devices.file_encoding'))
  return new TextDecoder().decode(bytes)
}

function readLines(bytes: Buffer, most: number): Line[] {
  const content = textOf(bytes)
  try {
    const records = parse(content, {
      bom: true,
      delimiter: separatorOf(content),
      info: true,
      max_record_size: longestLine,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: most + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records
      .map(({ record, info }) => ({ line: info.lines, cells: record.map(unmarked) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw wrong(text('devices.file_unclosed_quote', { line: Number(error.lines ?? 1) }))
  }
}

/** The rows of a CSV file whose first line names the columns, in any order; others are ignored. */
export function readSheet<Column extends string>(
  bytes: Buffer,
  columns: SheetColumns<Column>,
  { required, most }: { required: Column; most: number },
): SheetRow<Column>[] {
  const [heading, ...lines] = readLines(bytes, most)
  if (!heading) throw wrong(text('devices.file_no_devices'))
  const names = Object.keys(columns) as Column[]
  const places = heading.cells.map((cell) => {
    const name = asHeading(cell)
    return names.find((column) => column === name || columns[column].includes(name))
  })
  if (!places.includes(required)) throw wrong(text('devices.columns_missing', { columns: names.join(', ') }))
  if (lines.length === 0) throw wrong(text('devices.file_no_devices'))
  if (lines.length > most) throw wrong(text('devices.file_too_long', { count: most }))
  return lines.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      cells.flatMap((cell, at) => (places[at] === undefined || cell === '' ? [] : [[places[at], cell]])),
    ) as SheetRow<Column>['cells'],
  }))
}

/** The rows that fit the schema, with their lines, and what is wrong with the others. */
export function validateRows<Schema extends z.ZodMiniType, Column extends string>(
  schema: Schema,
  rows: readonly SheetRow<Column>[],
): { good: { line: number; value: z.output<Schema> }[]; errors: RowError[] } {
  const good: { line: number; value: z.output<Schema> }[] = []
  const errors: RowError[] = []
  for (const { line, cells } of rows) {
    const values = Object.entries(cells) as [string, string][]
    const [column, value] = values.find(([, cell]) => shortened.test(cell)) ?? []
    if (column !== undefined && value !== undefined) {
      errors.push({ line, column, message: text('devices.spreadsheet_number', { value }) })
      continue
    }
    const parsed = z.safeParse(schema, cells)
    if (parsed.success) good.push({ line, value: parsed.data })
    else {
      const columns = new Set<PropertyKey | undefined>()
      for (const { path, message } of parsed.error.issues) {
        if (columns.has(path[0])) continue
        columns.add(path[0])
        errors.push({ line, column: String(path[0] ?? ''), message: message as Text })
      }
    }
  }
  return { good, errors }
}

const reported = 100

/** Errors with their lines, as the API answers them; beyond a limit only the number of lines. */
export function errorsOfRows(errors: readonly RowError[], code = 'VALIDATION_FAILED'): ErrorItem[] {
  const items = errors.slice(0, reported).map(({ line, column, message }) => ({
    code,
    message: text('devices.file_line', { line, problem: message }),
    source: `data.${line}.${column}`,
  }))
  const more = new Set(errors.slice(reported).map(({ line }) => line)).size
  if (more === 0) return items
  return [...items, { code, message: text('devices.file_more_errors', { count: more }), source: 'file' }]
}
