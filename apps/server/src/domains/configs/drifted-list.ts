import { listDeviceConfigs } from '@longreach/contract/configs/endpoints'
import type { DeviceConfig } from '@longreach/contract/configs/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { defineList } from '../../db/list.ts'
import { inContext, inScope, type Scope } from '../../db/scope.ts'

type Row = Omit<DeviceConfig, 'read_at'> & { read_at: Date }

/** Devices whose configuration was read. */
export const deviceConfigList = defineList({
  endpoint: listDeviceConfigs,
  from: () => sql`device_configs x JOIN devices d ON d.id = x.device_id JOIN companies c ON c.id = d.company_id
    JOIN config_versions i ON i.id = x.intended_id JOIN config_versions r ON r.id = x.running_id`,
  reach: (scope) => sql`d.deleted_at IS NULL AND ${inContext(scope, 'd')}`,
  columns: () => sql<Row>`
    d.id, d.name, d.serial, d.company_id, c.name AS company_name, d.model, d.status, x.state, i.seq AS intended_seq,
    x.intended_id, r.seq AS running_seq, x.running_id, x.unread, x.read_at`,
  id: 'd.id',
  sorts: { name: 'd.name_key', read_at: 'x.read_at' },
  defaultSort: 'name',
  filters: {
    device_id: 'd.id',
    state: (states) => sql`x.state = ANY (${[...states]}::text[])`,
  },
  search: { name: sql`d.name_key`, serial: sql`lower(d.serial)` },
})

export const presentDeviceConfig = (row: Row): DeviceConfig => ({ ...row, read_at: formatTime(row.read_at) })

/**
 * Devices of `ids` whose configuration is not the intended one. Locked, as are their rows where the state is about to
 * change: in the order that every transaction uses.
 */
export async function lockDrifted(
  db: Db,
  scope: Scope,
  ids: readonly number[],
  { changes = false }: { changes?: boolean } = {},
) {
  const { rows } = await sql<{
    id: number
    name: string
    company_id: number
    l1_id: number | null
    l2_id: number | null
    intended_id: number
    unread: boolean
  }>`
    SELECT d.id, d.name, d.company_id, d.l1_id, d.l2_id, x.intended_id, x.unread
    FROM device_configs x JOIN devices d ON d.id = x.device_id
    WHERE d.id = ANY (${[...ids]}::bigint[]) AND x.state <> 'in_sync' AND d.deleted_at IS NULL
      AND ${inScope(scope, 'd')} ORDER BY d.id ${changes ? sql`FOR NO KEY UPDATE OF d` : sql``} FOR UPDATE OF x`.execute(
    db,
  )
  return rows
}

/** Makes the present configuration of the devices the intended one. */
export const adopt = (db: Db, ids: readonly number[]) =>
  sql`UPDATE device_configs SET intended_id = running_id, ignored_id = NULL, ignored_sum = NULL
      WHERE device_id = ANY (${[...ids]}::bigint[])`.execute(db)

/** Does not show devices as drifted while they keep their present configuration, whether that is known or not. */
export const ignore = (db: Db, ids: readonly number[]) =>
  sql`UPDATE device_configs SET ignored_id = CASE WHEN NOT unread THEN running_id END, ignored_sum = running_sum,
        read_due = false
      WHERE device_id = ANY (${[...ids]}::bigint[])`.execute(db)
