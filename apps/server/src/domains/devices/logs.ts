import { listDeviceLogs } from '@longreach/contract/devices/endpoints'
import type { DeviceLog } from '@longreach/contract/devices/schemas'
import type { QueryOf } from '@longreach/contract/endpoint'
import { clipMessage, type Text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween, every } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inHistory, type Placement, type Scope } from '../../db/scope.ts'
import type { Call } from '../../endpoint/route.ts'

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
/** Rows per statement, which can have some 65,000 parameters. */
const batch = 1000

export async function writeDeviceLogs(db: Db, lines: readonly NewDeviceLog[]): Promise<void> {
  for (let start = 0; start < lines.length; start += batch) await writeSome(db, lines.slice(start, start + batch))
}

/** Adds a line about a user's change, in the transaction of the call. */
export async function logChange(
  { db, session, ip, userAgent }: Pick<Call, 'db' | 'session' | 'ip' | 'userAgent'>,
  device: Placement & { id: number; serial: string },
  log: Text,
): Promise<void> {
  await writeDeviceLogs(db, [
    {
      type: 'change',
      status: true,
      deviceId: device.id,
      company: device,
      serial: device.serial,
      userId: session.userId,
      username: session.username,
      ip,
      userAgent,
      log,
    },
  ])
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

interface LogRow extends Omit<DeviceLog, 'created_at' | 'type'> {
  type: string
  created_at: Date
}

/** Log of all devices or of one, newest first. Only users who see everything see attempts of unknown devices. */
export const deviceLogList = defineList({
  endpoint: listDeviceLogs,
  from: () => sql`device_logs l`,
  reach: ({ scope, deviceId }: { scope: Scope; deviceId?: number }) =>
    every([inHistory(scope, 'l'), ...(deviceId === undefined ? [] : [sql<boolean>`l.device_id = ${deviceId}`])]),
  columns: () => sql<LogRow>`l.*`,
  id: 'l.id',
  sorts: { created_at: 'l.id' },
  defaultSort: '-created_at',
  filters: { type: 'l.type', serial: 'l.serial', ...createdBetween('l.created_at') },
  countCap: 10_000,
})

export async function findDeviceLogs(
  db: Db,
  within: { scope: Scope; deviceId?: number },
  query: QueryOf<typeof listDeviceLogs>,
) {
  const { page, ...meta } = await deviceLogList.page(db, within, query)
  const data = page.map(
    (line): DeviceLog => ({ ...line, type: line.type as DeviceLog['type'], created_at: formatTime(line.created_at) }),
  )
  return { data, meta }
}
