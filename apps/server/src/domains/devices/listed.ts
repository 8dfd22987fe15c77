import type { ListedDevice } from '@longreach/contract/devices/schemas'
import { formatTime } from '@longreach/contract/time'
import type { Db } from '../../db/client.ts'
import type { Call } from '../../endpoint/route.ts'
import { tagsOfDevices } from '../tags/store.ts'
import type { AvailabilityOf } from './hooks.ts'
import { withoutLocation } from './places/position.ts'
import { type DeviceRow, presentDevice } from './record.ts'

type Caller = Pick<Call, 'db' | 'scope' | 'session'>

/** Tags of devices in reach; empty for users who may not see tags. */
export const tagsSeen = async ({ db, scope, session }: Caller, ids: readonly number[]) =>
  tagsOfDevices(db, scope, session.permissions.has('view_tags') ? ids : [])

async function availabilities(db: Db, sources: readonly AvailabilityOf[], ids: readonly number[]) {
  const found = await Promise.all(sources.map((of) => of(db, ids)))
  return new Map(found.flatMap((each) => [...each]))
}

/** Rows of the list with tags and availability, which are only read if the caller asks for them. */
export async function listed(
  call: Caller,
  rows: readonly DeviceRow[],
  { fields, availability }: { fields: string | undefined; availability: readonly AvailabilityOf[] },
): Promise<ListedDevice[]> {
  const names = fields ? fields.split(',') : undefined
  const idsFor = (name: keyof ListedDevice) => (!names || names.includes(name) ? rows.map(({ id }) => id) : [])
  const tags = await tagsSeen(call, idsFor('tags'))
  const ids = [...new Set([...idsFor('availability'), ...idsFor('availability_since')])]
  const known = ids.length > 0 ? await availabilities(call.db, availability, ids) : undefined
  const located = call.session.permissions.has('view_device_location')
  return rows.map((row) => {
    const device = presentDevice(row, tags.get(row.id))
    const { percent = null, since } = known?.get(row.id) ?? {}
    const shown = { availability: percent, availability_since: since ? formatTime(since) : null }
    return { ...(located ? device : withoutLocation(device)), ...shown }
  })
}
