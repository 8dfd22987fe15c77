import type { Device } from '@longreach/contract/devices/schemas'
import type { TagMark } from '@longreach/contract/tags/mark'
import type { Db } from '../../db/client.ts'
import type { Scope } from '../../db/scope.ts'
import { rowsAtOnce } from '../../endpoint/csv-export.ts'
import type { AnchorCache } from './anchors.ts'
import type { Selection } from './list.ts'
import { findDevices, type PageQuery } from './pages.ts'
import { presentDevice } from './record.ts'

const statusWords = ['Offline', 'Online', 'Pending'] as const

/** A device in words. */
const inWords = (device: Device) => ({
  ...device,
  status: device.status === null ? 'Not activated' : statusWords[device.status],
  tags: device.tags.map(({ name }) => name).join('; '),
})

interface Options {
  sort: PageQuery['sort']
  /** The tags of the devices in the list. */
  tags: (ids: readonly number[]) => Promise<ReadonlyMap<number, TagMark[]>>
}

/** All devices of a selection in chunks, each read from where the previous one ended. */
export async function* eachDevice(
  db: Db,
  anchors: AnchorCache,
  scope: Scope,
  selection: Selection,
  { sort, tags }: Options,
) {
  let cursor: string | undefined
  do {
    const page = await findDevices(db, anchors, scope, selection, { limit: rowsAtOnce, offset: 0, cursor, sort })
    const marks = await tags(page.rows.map(({ id }) => id))
    yield page.rows.map((row) => inWords(presentDevice(row, marks.get(row.id))))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
