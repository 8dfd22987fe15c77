import { setImmediate } from 'node:timers/promises'
import type { ErrorItem } from '@longreach/contract/errors'
import { headingText, identifierText, trimCell } from '@longreach/contract/forms/sheet-text'
import { type Text, text } from '@longreach/contract/i18n'
import * as z from 'zod/mini'
import { withoutMark, withoutTextMarks } from './csv.ts'
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

const wrong = (source: string, message: Text) => new Problem('VALIDATION_FAILED', { source, message })

/** Bytes of a file that is parsed at once; a larger one would keep other requests waiting. */
const smallFile = 256 * 1024
/** The form in which spreadsheets show a long number. */
const shortened = /^-?\d([.,]\d+)?E\+\d+$/i

const asHeading = (cell: string) =>
  headingText(cell)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')

/** Lines of a CSV file or a workbook that are not empty, a few more than `most`. Throws with `source` if it is neither. */
export async function readLines(bytes: Buffer, most: number, source = 'file'): Promise<SheetLine[]> {
  const atOnce = bytes.length <= smallFile && !isWorkbook(bytes)
  const parsed = atOnce ? parseCsv(bytes, most) : await parseInThread(bytes, most)
  if ('fault' in parsed) throw wrong(source, parsed.fault)
  return parsed.lines
}

interface Reading<Column extends string> {
  required: Column
  most: number
  /** Column whose cells are taken as they are, without the marks of a download. */
  verbatim?: Column
  /** Columns whose cells have no spaces, so that characters that are not seen are removed from them. */
  identifiers?: readonly Column[]
}

interface TableReading<Column extends string> extends Reading<Column> {
  source: string
  /** The error if the required column is missing. */
  missing: Text
  columnOf(heading: string): Column | undefined
}

/** The column at each place. Throws if two headings are equal, or the required one is missing. */
function placesOf<Column extends string>(
  headings: readonly string[],
  { source, missing, columnOf, required }: TableReading<Column>,
) {
  const places = headings.map(columnOf)
  const twice = places.findIndex((column, at) => column !== undefined && places.indexOf(column) < at)
  if (twice >= 0) throw wrong(source, text('devices.columns_twice', { name: headingText(headings[twice] ?? '') }))
  if (!places.includes(required)) throw wrong(source, missing)
  return places
}

/** Place behind the last heading. */
const endOf = (headings: readonly string[]) => headings.findLastIndex((cell) => headingText(cell) !== '') + 1

/** The error of a number that a spreadsheet shortened, in a cell that is not marked as text. */
export const findShortened = (cell: string): Text | undefined => {
  const value = trimCell(cell)
  return shortened.test(value) ? text('devices.spreadsheet_number', { value }) : undefined
}

/** The serial number, MAC or other identifier in a cell. */
export const identifierIn = (cell: string) => identifierText(withoutTextMarks(trimCell(cell), true))

function contentOf<Column extends string>(
  column: Column,
  cell: string,
  { verbatim, identifiers = [] }: Reading<Column>,
): string {
  if (column === verbatim) return withoutMark(cell)
  return identifiers.includes(column) ? identifierIn(cell) : trimCell(withoutTextMarks(trimCell(cell), false))
}

/** Rows below the headings of a table, in any order of columns; columns that are unknown are ignored. */
export async function readTable<Column extends string>(
  bytes: Buffer,
  reading: TableReading<Column>,
): Promise<SheetRow<Column>[]> {
  const { required, most, source } = reading
  const [heading, ...lines] = await readLines(bytes, most, source)
  if (!heading) throw wrong(source, text('devices.file_no_devices'))
  const places = placesOf(heading.cells, reading)
  if (lines.length === 0) throw wrong(source, text('devices.file_no_devices'))
  if (lines.length > most) throw wrong(source, text('devices.file_too_long', { count: most }))
  const end = endOf(heading.cells)
  return lines.map(({ line, cells, faults: known }) => {
    const contents: [Column, string][] = []
    const faults: [Column, Text][] = []
    for (const [at, column] of places.entries()) {
      if (column === undefined) continue
      const cell = cells[at] ?? ''
      const content = contentOf(column, cell, reading)
      if (content !== '') contents.push([column, content])
      const fault = known?.get(at) ?? findShortened(cell)
      if (fault !== undefined) faults.push([column, fault])
    }
    const extra = cells
      .slice(end)
      .map(trimCell)
      .find((cell) => cell !== '')
    if (extra !== undefined)
      faults.push([required, text('devices.cell_without_heading', { value: extra.slice(0, 64) })])
    return { line, cells: Object.fromEntries(contents), faults: Object.fromEntries(faults) } as SheetRow<Column>
  })
}

/** Rows of a CSV file or a workbook whose first line names the columns. Cells are trimmed. */
export function readSheet<Column extends string>(
  bytes: Buffer,
  columns: SheetColumns<Column>,
  reading: Reading<NoInfer<Column>>,
): Promise<SheetRow<Column>[]> {
  const names = Object.keys(columns) as Column[]
  return readTable(bytes, {
    ...reading,
    source: 'file',
    missing: text('devices.columns_missing', { columns: names.join(', ') }),
    columnOf(heading) {
      const name = asHeading(heading)
      return names.find((column) => column === name || columns[column].includes(name))
    },
  })
}

const rowsAtOnce = 500

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
    const [fault] = Object.entries(faults) as [string, Text][]
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
