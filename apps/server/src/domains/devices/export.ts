import type { ListedDevice } from '@longreach/contract/devices/schemas'
import { rowsAtOnce } from '../../endpoint/csv-export.ts'
import type { Call } from '../../endpoint/route.ts'
import type { AnchorCache } from './anchors.ts'
import type { AvailabilityOf } from './hooks.ts'
import type { Selection } from './list.ts'
import { listed } from './listed.ts'
import { findDevices, type PageQuery } from './pages.ts'

const statusWords = ['Offline', 'Online', 'Pending'] as const

/** A device with its codes as words. */
const inWords = (device: ListedDevice) => ({
  ...device,
  status: device.status === null ? 'Not activated' : statusWords[device.status],
  tags: device.tags.map(({ name }) => name).join('; '),
})

interface Options {
  sort: PageQuery['sort']
  /** Names of the columns; undefined for all. */
  fields: string | undefined
  availability: readonly AvailabilityOf[]
}

/** Yields all devices of a selection in chunks; each chunk continues after the previous one. */
export async function* eachDevice(
  call: Pick<Call, 'db' | 'scope' | 'session'>,
  anchors: AnchorCache,
  selection: Selection,
  { sort, ...shown }: Options,
) {
  let cursor: string | undefined
  do {
    const page = await findDevices(call.db, anchors, call.scope, selection, {
      limit: rowsAtOnce,
      offset: 0,
      cursor,
      sort,
    })
    yield (await listed(call, page.rows, shown)).map(inWords)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
