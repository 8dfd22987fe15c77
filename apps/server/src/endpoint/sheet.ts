import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import * as z from 'zod/mini'
import { Problem } from './problem.ts'
import { type ParsedFile, parseFile, type SheetLine } from './sheet-lines.ts'

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

const wrong = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'file', message })

/** Bytes of a file that is parsed at once; a larger one would keep other requests waiting. */
const smallFile = 256 * 1024
/** Memory for a larger one. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }
/** How spreadsheets show a long number. */
const shortened = /^\d([.,]\d+)?E\+\d+$/i

const asHeading = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')

/** Parses in a thread of its own. */
function parseLarge(bytes: Buffer, most: number): Promise<ParsedFile> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { bytes, most },
    resourceLimits,
  })
  return new Promise<ParsedFile>((resolve, reject) => worker.once('message', resolve).once('error', reject)).catch(
    (error: { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { fault: text('devices.file_too_complex') }
      throw error
    },
  )
}

async function readLines(bytes: Buffer, most: number): Promise<SheetLine[]> {
  const parsed = bytes.length <= smallFile ? parseFile(bytes, most) : await parseLarge(bytes, most)
  if ('fault' in parsed) throw wrong(parsed.fault)
  return parsed.lines
}

/** The rows of a CSV file whose first line names the columns, in any order; others are ignored. */
export async function readSheet<Column extends string>(
  bytes: Buffer,
  columns: SheetColumns<Column>,
  { required, most }: { required: Column; most: number },
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
  return lines.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      cells.flatMap((cell, at) => (places[at] === undefined || cell === '' ? [] : [[places[at], cell]])),
    ) as SheetRow<Column>['cells'],
  }))
}

const rowsAtOnce = 500

/** The rows that fit the schema, with their lines, and what is wrong with the others. */
export async function validateRows<Schema extends z.ZodMiniType, Column extends string>(
  schema: Schema,
  rows: readonly SheetRow<Column>[],
): Promise<{ good: { line: number; value: z.output<Schema> }[]; errors: RowError[] }> {
  const good: { line: number; value: z.output<Schema> }[] = []
  const errors: RowError[] = []
  for (const [at, { line, cells }] of rows.entries()) {
    // Other requests are answered in between.
    if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
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
