import type { TargetState } from '@longreach/contract/actions/constants'
import type { QueryOf } from '@longreach/contract/endpoint'
import { listFirmwareDevices } from '@longreach/contract/firmware/endpoints'
import type { FirmwareDevice } from '@longreach/contract/firmware/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { defineList, type ListQuery } from '../../db/list.ts'
import type { Scope } from '../../db/scope.ts'
import { inHistory } from '../../db/scope.ts'
import { fetchingMessages } from '../actions/fetching.ts'
import { deviceList } from '../devices/list.ts'
import { declaredFor } from './declared.ts'

interface UpdateRow {
  id: number
  kind: string
  device_id: number
  action_id: number
  state: TargetState
  step: number
  message: string
  version: string | null
  created_at: Date
  finished_at: Date | null
}

type Row = Omit<FirmwareDevice, 'stable' | 'update'> & { board: string | null }

/** The list of devices with other columns and the same filters. */
export const firmwareDeviceList = defineList<typeof listFirmwareDevices, Row>({
  ...deviceList.declaration,
  endpoint: listFirmwareDevices,
  columns: () => sql<Row>`
    d.id, d.name, d.serial, d.company_id, c.name AS company_name, d.model, d.firmware, d.board, d.status,
    d.metered_connection, d.firmware_outdated`,
  join: () => sql`JOIN devices d ON d.id = page.id JOIN companies c ON c.id = d.company_id`,
})

async function lastUpdates(db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, UpdateRow>> {
  const { rows } = await sql<UpdateRow>`
    SELECT t.id, t.kind, t.device_id, t.action_id, t.state, t.step, t.message, a.arg::jsonb ->> 'version' AS version, t.created_at,
      t.finished_at
    FROM unnest(${[...ids]}::bigint[]) AS d (id) CROSS JOIN LATERAL (
      SELECT * FROM action_targets t
      WHERE t.device_id = d.id AND t.kind = 'update_firmware' AND ${inHistory(scope, 't')}
      ORDER BY t.id DESC LIMIT 1) t JOIN actions a ON a.id = t.action_id`.execute(db)
  return new Map(rows.map((row) => [row.device_id, row]))
}

function presentUpdate({ device_id, kind, step, ...update }: UpdateRow, message = update.message) {
  return {
    ...update,
    message,
    created_at: formatTime(update.created_at),
    finished_at: update.finished_at && formatTime(update.finished_at),
  }
}

export async function findFirmwareDevices(
  db: Db,
  scope: Scope,
  { limit, offset, sort }: QueryOf<typeof listFirmwareDevices>,
  selection: object,
) {
  const query = { ...selection, sort } as ListQuery<typeof listFirmwareDevices>
  const { page, ...meta } = await firmwareDeviceList.page(db, scope, { ...query, limit, offset })
  const declared = await declaredFor(db, page)
  const updates = await lastUpdates(
    db,
    scope,
    page.map(({ id }) => id),
  )
  const messages = await fetchingMessages(db, [...updates.values()])
  const data = page.map(({ board, ...row }): FirmwareDevice => {
    const stable = declared.get(row.id)?.stable
    const update = updates.get(row.id)
    return {
      ...row,
      stable: stable ? { file_id: stable.id, version: stable.version } : null,
      update: update ? presentUpdate(update, messages.get(update.id)) : null,
    }
  })
  return { data, meta }
}
