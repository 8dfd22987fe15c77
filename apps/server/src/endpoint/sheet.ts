import { setImmediate } from 'node:timers/promises'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import * as z from 'zod/mini'
import { withoutMark } from './csv.ts'
import { Problem } from './problem.ts'
import { isWorkbook, parseCsv, type SheetLine } from './sheet-lines.ts'
import { parseInThread } from './sheet-thread.ts'

/** A line below the headings; cells without text are left out. */
export interface SheetRow<Column extends string> {
  line: number
  cells: Partial<Record<Column, string>>
  /** Faults known before validation. */
  faults: Partial<Record<Column, Text>>
}

export interface RowError {
  line: number
  column: string
  message: Text
}

/** Columns of a file, each with the alternative headings for it. */
export type SheetColumns<Column extends string> = Readonly<Record<Column, readonly string[]>>

const wrong = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'file', message })

/** Bytes of a file that is parsed at once; a larger one would keep other requests waiting. */
const smallFile = 256 * 1024
/** The form in which spreadsheets show a long number. */
const shortened = /^\d([.,]\d+)?E\+\d+$/i

const asHeading = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')

async function readLines(bytes: Buffer, most: number): Promise<SheetLine[]> {
  const atOnce = bytes.length <= smallFile && !isWorkbook(bytes)
  const parsed = atOnce ? parseCsv(bytes, most) : await parseInThread(bytes, most)
  if ('fault' in parsed) throw wrong(parsed.fault)
  return parsed.lines
}

/**
 * Rows of a CSV file or a workbook whose first line names the columns, in any order; other columns are ignored. Cells
 * are trimmed, except for those of the verbatim column.
 */
export async function readSheet<Column extends string>(
  bytes: Buffer,
  columns: SheetColumns<Column>,
  { required, most, verbatim }: { required: Column; most: number; verbatim?: Column },
): Promise<SheetRow<Column>[]> {
  const [heading, ...lines] = await readLines(bytes, most)
  if (!heading) throw wrong(text('devices.file_no_devices'))
  const names = Object.keys(columns) as Column[]
  const places = heading.cells.map((cell) => {
    const name = asHeading(cell)
    return names.find((column) => column === name || columns[column].includes(name))
  })
  if (!places.includes(required)) throw wrong(text('devices.columns_missing', { columns: names.join(', ') }))
  if (lines.length === 0) throw wrong(text('devices.file_no_devices'))
  if (lines.length > most) throw wrong(text('devices.file_too_long', { count: most }))
  const contentOf = (column: Column, cell: string) => withoutMark(column === verbatim ? cell : cell.trim())
  return lines.map(({ line, cells, faults }) => {
    const row: SheetRow<Column> = { line, cells: {}, faults: {} }
    for (const [at, cell] of cells.entries()) {
      const column = places[at]
      if (column === undefined) continue
      const content = contentOf(column, cell)
      if (content !== '') row.cells[column] = content
      const fault = faults?.get(at)
      if (fault !== undefined) row.faults[column] = fault
    }
    return row
  })
}

const rowsAtOnce = 500

const shortenedIn = (cells: object) =>
  (Object.entries(cells) as [string, string][])
    .filter(([, value]) => shortened.test(value))
    .map(([column, value]) => [column, text('devices.spreadsheet_number', { value })] as const)

/** Rows that fit the schema, with their lines, and the errors of the others. */
export async function validateRows<Schema extends z.ZodMiniType, Column extends string>(
  schema: Schema,
  rows: readonly SheetRow<Column>[],
): Promise<{ good: { line: number; value: z.output<Schema> }[]; errors: RowError[] }> {
  const good: { line: number; value: z.output<Schema> }[] = []
  const errors: RowError[] = []
  for (const [at, { line, cells, faults }] of rows.entries()) {
    // Lets the server handle other requests in between.
    if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    const [fault] = [...(Object.entries(faults) as [string, Text][]), ...shortenedIn(cells)]
    if (fault) {
      errors.push({ line, column: fault[0], message: fault[1] })
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

/** Errors with their lines in the form of the API; beyond a limit only the number of lines. */
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
