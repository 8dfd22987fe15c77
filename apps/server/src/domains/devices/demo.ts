import { sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import type { Demo } from '../../module/module.ts'
import { demoTags } from '../tags/demo.ts'
import type { LockedTag } from '../tags/store.ts'
import { insertAuthorized } from './authorized/devices.ts'
import { type DeviceCreated, deviceCreated } from './hooks.ts'
import { putTags } from './tagging/tagging.ts'

/** Devices of a delivery that has not arrived yet. */
const authorizedDevices = Array.from({ length: 10 }, (_, at) => ({
  serial: String(1_130_402_101 + at),
  mac: `00:1E:42:5A:10:${(0xa0 + at).toString(16).toUpperCase()}`,
  imei: null,
  model: at < 6 ? 'RUTX50' : 'RUT241',
  batch_number: at < 6 ? '0117' : '0054',
  product_code: at < 6 ? 'RUTX50000000' : 'RUT241000000',
}))

/** Gives three of five devices of the demo a tag when they are created. */
const addTag: DeviceCreated = async (db, device) => {
  const name = demoTags[device.id % 5]
  if (!name) return
  const { rows } = await sql<LockedTag>`
    SELECT t.id, t.name, t.company_id FROM tags t WHERE t.name = ${name} AND ${systemScope('console of the operator')}`.execute(
    db,
  )
  await putTags(db, { devices: [device], tags: rows })
}

export const devicesDemo: Demo<unknown> = {
  fill: (tx) => insertAuthorized(tx, null, authorizedDevices),
  hooks: () => [deviceCreated.use(addTag)],
}
