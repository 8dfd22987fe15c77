import { Readable } from 'node:stream'
import type { Db } from '../../db/client.ts'
import type { Scope } from '../../db/scope.ts'
import type { AnchorCache } from './anchors.ts'
import { csvColumns, csvLine, deviceLine } from './csv.ts'
import type { Selection } from './filters.ts'
import { findDevices, type ListQuery } from './list.ts'
import { presentDevice } from './record.ts'

const rowsAtOnce = 1000

async function* lines(db: Db, anchors: AnchorCache, scope: Scope, selection: Selection, sort: ListQuery['sort']) {
  yield csvLine(csvColumns)
  let cursor: string | undefined
  do {
    const page = await findDevices(db, anchors, scope, selection, { limit: rowsAtOnce, offset: 0, cursor, sort })
    yield page.rows.map((row) => deviceLine(presentDevice(row))).join('')
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

/** The whole selection as CSV, read and sent a thousand devices at a time. */
export function exportStream(
  db: Db,
  anchors: AnchorCache,
  scope: Scope,
  selection: Selection,
  sort: ListQuery['sort'],
): Readable {
  return Readable.from(lines(db, anchors, scope, selection, sort))
}
