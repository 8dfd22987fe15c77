import type { listDeviceLogs } from '@longreach/contract/devices/endpoints'
import type { DeviceLog } from '@longreach/contract/devices/schemas'
import type { QueryOf } from '@longreach/contract/endpoint'
import { clipMessage } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inHistory, type Placement, type Scope } from '../../db/scope.ts'

export interface NewDeviceLog {
  type: DeviceLog['type']
  status: boolean
  log: string
  code?: number | null
  deviceId?: number | null
  company?: Placement | null
  userId?: number | null
  username?: string | null
  serial?: string | null
  mac?: string | null
  model?: string | null
  firmware?: string | null
  ip?: string | null
  userAgent?: string | null
  actionId?: number | null
  at?: Date
}

const textLimit = 500
/** A statement is limited to some 65,000 values. */
const batch = 1000

export async function writeDeviceLogs(db: Db, lines: readonly NewDeviceLog[]): Promise<void> {
  for (let start = 0; start < lines.length; start += batch) await writeSome(db, lines.slice(start, start + batch))
}

async function writeSome(db: Db, lines: readonly NewDeviceLog[]): Promise<void> {
  await db
    .insertInto('device_logs')
    .values(
      lines.map((line) => ({
        type: line.type,
        status: line.status,
        log: clipMessage(line.log, textLimit),
        code: line.code ?? null,
        device_id: line.deviceId ?? null,
        company_id: line.company?.company_id ?? null,
        l1_id: line.company?.l1_id ?? null,
        l2_id: line.company?.l2_id ?? null,
        user_id: line.userId ?? null,
        username: line.username ?? null,
        serial: line.serial ?? null,
        mac: line.mac ?? null,
        model: line.model?.slice(0, 64) ?? null,
        firmware: line.firmware?.slice(0, 64) ?? null,
        ip: line.ip ?? null,
        user_agent: line.userAgent ?? null,
        action_id: line.actionId ?? null,
        ...(line.at ? { created_at: line.at } : {}),
      })),
    )
    .execute()
}

/** Newest first; attempts of strangers are visible only to those who see everything. */
export async function findDeviceLogs(db: Db, scope: Scope, query: QueryOf<typeof listDeviceLogs>, deviceId?: number) {
  let rows = db.selectFrom('device_logs as l').where(inHistory(scope, 'l'))
  if (deviceId !== undefined) rows = rows.where('l.device_id', '=', deviceId)
  if (query.type !== undefined) rows = rows.where('l.type', '=', query.type)
  if (query.serial !== undefined) rows = rows.where('l.serial', '=', query.serial)
  if (query.start_date !== undefined) rows = rows.where('l.created_at', '>=', query.start_date)
  if (query.end_date !== undefined) rows = rows.where('l.created_at', '<=', query.end_date)
  const page = await rows
    .selectAll('l')
    .orderBy('l.id', query.sort === 'created_at' ? 'asc' : 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const limited = rows.select(sql`1`.as('one')).limit(10_001)
  const { total } = await db
    .selectFrom(limited.as('x'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const data = page.map(
    (line): DeviceLog => ({
      ...line,
      type: line.type as DeviceLog['type'],
      created_at: formatTime(line.created_at),
    }),
  )
  return { data, total: Math.min(total, 10_000), capped: total > 10_000 }
}
