import {
  authorizeDevice,
  authorizeFile,
  exportAuthorizedDevices,
  getRegistration,
  listAuthorizedDevices,
  setRegistration,
  unauthorizeDevices,
} from '@longreach/contract/devices/authorized-endpoints'
import type { BodyOf } from '@longreach/contract/endpoint'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { byIds, exportRoute } from '../../../endpoint/csv-export.ts'
import { Problem } from '../../../endpoint/problem.ts'
import { type Route, route } from '../../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../../endpoint/selection.ts'
import { errorsOfRows, type RowError, readSheet, type SheetColumns, validateRows } from '../../../endpoint/sheet.ts'
import type { Uploaded } from '../../../endpoint/upload.ts'
import {
  authorizedDeviceList,
  insertAuthorized,
  isLimited,
  limitRegistration,
  type NewAuthorizedDevice,
  removeAuthorized,
} from './devices.ts'

type Body = BodyOf<typeof authorizeDevice>
type Row = Awaited<ReturnType<typeof authorizedDeviceList.page>>['page'][number]

const columns: SheetColumns<keyof Body & string> = {
  serial: ['serial_number', 's_n'],
  mac: ['mac_address', 'lan_mac'],
  imei: [],
  model: [],
  batch_number: ['batch'],
  product_code: ['product'],
}
const mostRows = 50_000

const present = (row: Row) => ({ ...row, created_at: formatTime(row.created_at) })

const valuesOf = ({ serial, mac, imei, model, batch_number, product_code }: Body): NewAuthorizedDevice => ({
  serial,
  mac: mac ?? null,
  imei: imei ?? null,
  model: model ?? null,
  batch_number: batch_number ?? null,
  product_code: product_code ?? null,
})

/** The devices in a file, each serial once. */
async function readFile(bytes: Buffer): Promise<{ devices: NewAuthorizedDevice[]; errors: RowError[] }> {
  const rows = await readSheet(bytes, columns, {
    required: 'serial',
    most: mostRows,
    identifiers: ['serial', 'mac', 'imei'],
  })
  const { good, errors } = await validateRows(authorizeDevice.body!, rows)
  const devices = new Map<string, NewAuthorizedDevice>()
  for (const { line, value } of good) {
    if (devices.has(value.serial)) errors.push({ line, column: 'serial', message: text('devices.authorized_twice') })
    else devices.set(value.serial, valuesOf(value))
  }
  return { devices: [...devices.values()], errors: errors.sort((a, b) => a.line - b.line) }
}

/** The operator decides for all companies which devices may register with this installation. */
export function authorizedRoutes(): Route[] {
  return [
    route(listAuthorizedDevices, async ({ db, scope, query }) => {
      const { page, total } = await authorizedDeviceList.page(db, scope, query)
      return { data: page.map(present), meta: { total } }
    }),
    exportRoute(exportAuthorizedDevices, ({ db, scope, query }) =>
      byIds(
        (most) => authorizedDeviceList.ids(db, scope, query, most),
        async (id) =>
          (await authorizedDeviceList.page(db, scope, { id, limit: id.length, offset: 0 })).page.map(present),
      ),
    ),
    route(authorizeDevice, async ({ db, session, body, audit }) => {
      const device = valuesOf(body)
      const [id] = await insertAuthorized(db, session.userId, [device])
      if (id === undefined)
        throw new Problem('CONFLICT', { source: 'serial', message: text('devices.authorized_already') })
      audit({ target: 'authorized_device', targetId: id, name: device.serial, after: device })
      return { data: { id } }
    }),
    route(authorizeFile, async ({ db, session, files, audit }) => {
      const { devices, errors } = await readFile((files.file as Uploaded).bytes)
      if (devices.length === 0) throw new Problem('VALIDATION_FAILED', { errors: errorsOfRows(errors) })
      const added = (await insertAuthorized(db, session.userId, devices)).length
      audit({ target: 'authorized_device', after: { count: added } })
      return { data: { added, existing: devices.length - added }, errors: errorsOfRows(errors) }
    }),
    route(unauthorizeDevices, async ({ db, scope, body, audit }) => {
      const { id, filter = {} } = body
      const selected = await selectedIds(id, (most) => authorizedDeviceList.ids(db, scope, filter, most))
      const removed = await removeAuthorized(db, selected)
      const errors = missingRows(id, removed)
      if (removed.length === 0) throw new Problem('NOT_FOUND', { errors })
      for (const { id, serial } of removed)
        audit({ target: 'authorized_device', targetId: id, name: serial, before: { serial } })
      return { data: removed.map(({ id }) => ({ id })), errors }
    }),
    route(getRegistration, async ({ db }) => ({ data: { authorized_only: await isLimited(db) } })),
    route(setRegistration, async ({ db, body, audit }) => {
      const before = { authorized_only: await isLimited(db) }
      await limitRegistration(db, body.authorized_only)
      const devices = body.authorized_only ? text('devices.registration_approved') : text('devices.registration_any')
      audit({ target: 'registration', mentions: { devices }, before, after: body })
      return { data: {} }
    }),
  ]
}
