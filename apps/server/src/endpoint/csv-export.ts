import { Readable } from 'node:stream'
import type { Endpoint } from '@longreach/contract/endpoint'
import { exportLimits } from '@longreach/contract/export'
import { text } from '@longreach/contract/i18n'
import type { CsvSeparator } from '@longreach/contract/separator'
import { type Reader, showTime, translate, translateDocument } from '../texts.ts'
import { chosenFields } from './choose-fields.ts'
import { csvLine, keepTextMarks } from './csv.ts'
import { readerOf } from './locale.ts'
import { Problem } from './problem.ts'
import { type Call, type Route, route } from './route.ts'

type Batches = AsyncIterable<readonly object[]>

/** Rows read and sent at a time. */
export const rowsAtOnce = 1000
/** Without it spreadsheets assume a legacy character set. */
const byteOrderMark = '\uFEFF'

/** Columns whose values are times; in the zone of a reader, the heading names it. */
const ofTimes = /(^|_)(at|since|until|seen|time)$/

const heading = (name: string, { zone }: Reader) => (zone !== null && ofTimes.test(name) ? `${name} (${zone})` : name)

function cell(name: string, value: unknown, reader: Reader): unknown {
  if (reader.zone !== null && ofTimes.test(name)) return showTime(value, reader)
  if (typeof value === 'string') return keepTextMarks(translate(value, reader))
  return value !== null && typeof value === 'object' ? translateDocument(JSON.stringify(value), reader) : value
}

async function* lines(columns: readonly string[], batches: Batches, reader: Reader, separator?: CsvSeparator) {
  const line = (cells: readonly unknown[]) => csvLine(cells, separator)
  yield byteOrderMark + line(columns.map((name) => heading(name, reader)))
  for await (const rows of batches) {
    yield rows.map((row) => line(columns.map((name) => cell(name, row[name as keyof typeof row], reader)))).join('')
  }
}

/** Responds with the download of a list; mount counts it and writes its audit line. */
export function exportRoute<E extends Endpoint>(
  endpoint: E,
  batches: (call: Call<E>) => Batches | Promise<Batches>,
): Route {
  const { csv } = endpoint
  if (!csv) throw new Error(`${endpoint.name} is not a download of a list`)
  return route(endpoint, async (call) => {
    const { reply } = call
    const { separator, ...query } = call.query as { separator?: CsvSeparator; fields?: string }
    const columns = chosenFields(csv.columns, query.fields)
    const rows = await batches({ ...call, query: query as never })
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="${csv.file}.csv"`)
    return { data: Readable.from(lines(columns, rows, readerOf(reply.request), separator)) as never }
  })
}

/**
 * Reads rows by the ids at the start of the download, in order; rows deleted meanwhile are left out. No connection is
 * occupied while the client reads slowly, and no position in the list has to be found again.
 */
export async function byIds<One extends { id: number }>(
  ids: (most: number) => Promise<readonly number[]>,
  read: (ids: number[]) => Promise<readonly One[]>,
): Promise<AsyncIterable<One[]>> {
  const most = exportLimits.rows
  const all = await ids(most + 1)
  if (all.length > most) {
    const message = text('system.too_many_rows', { count: most })
    throw new Problem('VALIDATION_FAILED', { message })
  }
  return inBatches(all, read)
}

async function* inBatches<One extends { id: number }>(
  all: readonly number[],
  read: (ids: number[]) => Promise<readonly One[]>,
) {
  for (let at = 0; at < all.length; at += rowsAtOnce) {
    const ids = all.slice(at, at + rowsAtOnce)
    const found = new Map((await read(ids)).map((row) => [row.id, row]))
    yield ids.flatMap((id) => found.get(id) ?? [])
  }
}
