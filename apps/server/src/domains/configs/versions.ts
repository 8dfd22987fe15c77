import { buffer } from 'node:stream/consumers'
import { type ConfigSystem, configLimits, type VersionReason } from '@longreach/contract/configs/constants'
import { listConfigVersions } from '@longreach/contract/configs/endpoints'
import type { ConfigVersion } from '@longreach/contract/configs/schemas'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { defineList } from '../../db/list.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Emit } from '../../events/emit.ts'
import { sha256 } from '../../seal.ts'
import type { Received } from '../actions/kinds.ts'
import type { BlobStore } from '../files/blobs.ts'
import { bytesOf } from './bytes.ts'
import { type Configuration, parseConfiguration } from './configuration.ts'
import { NotFiles, sumOfFiles } from './file-set.ts'
import { linesOf } from './shown-lines.ts'
import { NotUci } from './uci/uci.ts'

type Row = Omit<ConfigVersion, 'created_at'> & { created_at: Date; blob_id: number }

export const versionList = defineList({
  endpoint: listConfigVersions,
  from: () =>
    sql`config_versions v JOIN devices d ON d.id = v.device_id LEFT JOIN device_configs x ON x.device_id = v.device_id`,
  reach: (scope) => sql`d.deleted_at IS NULL AND ${inScope(scope, 'd')}`,
  columns: () => sql<Row>`
    v.id, v.device_id, d.name AS device_name, v.seq, v.system, v.size, v.reason, v.user_id, v.username, v.action_id,
    v.created_at, coalesce(x.intended_id = v.id, false) AS intended, coalesce(x.running_id = v.id AND NOT x.unread, false) AS running,
    v.blob_id`,
  id: 'v.id',
  sorts: { created_at: 'v.id' },
  defaultSort: '-created_at',
  filters: {
    device_id: 'v.device_id',
    reason: (reasons) => sql`v.reason = ANY (${[...reasons]}::text[])`,
  },
})

export const presentVersion = ({ blob_id, ...row }: Row): ConfigVersion => ({
  ...row,
  created_at: formatTime(row.created_at),
})

/** System of a device's settings. */
export const systemOf = (backend: string | null): ConfigSystem => (backend === 'linux' ? 'files' : 'uci')

interface Stored {
  system: ConfigSystem
  blob_id: number
}

export async function readStored(
  db: Db,
  blobs: Pick<BlobStore, 'read'>,
  { system, blob_id }: Stored,
): Promise<Configuration> {
  return parseConfiguration(system, await buffer(await blobs.read(db, blob_id)))
}

/** A version of a device in reach, with the device's companies. */
export async function findVersion(db: Db, scope: Scope, id: number): Promise<(Stored & Version) | undefined> {
  const { rows } = await sql<Stored & Version>`
    SELECT v.id, v.device_id, d.name AS device_name, d.serial, v.seq, v.system, v.blob_id, d.company_id, d.l1_id, d.l2_id
    FROM config_versions v JOIN devices d ON d.id = v.device_id
    WHERE v.id = ${id} AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}`.execute(db)
  return rows[0]
}

export interface Version extends Placement {
  id: number
  device_id: number
  device_name: string
  serial: string
  seq: number
}

/** Known configurations by device id: as of the last read, unless changed since. */
export async function findRunning(db: Db, devices: readonly number[]): Promise<Map<number, Stored & { id: number }>> {
  const { rows } = await sql<Stored & { id: number; device_id: number }>`
    SELECT x.device_id, v.id, v.system, v.blob_id FROM device_configs x JOIN config_versions v ON v.id = x.running_id
    WHERE x.device_id = ANY (${[...devices]}::bigint[]) AND NOT x.unread`.execute(db)
  return new Map(rows.map(({ device_id, ...stored }) => [device_id, stored]))
}

interface Current {
  state: string
  intended_id: number
  running_id: number
  intended_sum: string
  running_sum: string
}

/**
 * Records the configuration of a device in the transaction in which it was received: as a version, unless it had the
 * same before. `reason`: the cause of the change; a configuration brought by a change becomes the intended one.
 */
export async function recordRead(
  db: Db,
  { blobs, emit }: { blobs: BlobStore; emit: Emit },
  upload: Received,
  reason: Exclude<VersionReason, 'adopt'>,
): Promise<void> {
  const { device_id, company_id } = upload
  const blob = await blobs.finish(db, upload.blob_id, company_id, upload.sha256)
  const { rows } = await sql<{ backend: string | null }>`
    SELECT backend FROM devices d
    WHERE id = ${device_id} AND ${systemScope('link of the device itself')} FOR NO KEY UPDATE`.execute(db)
  const system = systemOf(rows[0]?.backend ?? null)
  const stored = { system, blob_id: blob.id }
  const sum = sha256(bytesOf((await readSent(db, blobs, stored)).join('\n'))).toString('hex')
  const deviceSum = system === 'uci' ? upload.sha256 : await sumOfFiles(await buffer(await blobs.read(db, blob.id)))
  const current = await findCurrent(db, device_id)
  const same =
    current?.running_sum === sum ? current.running_id : current?.intended_sum === sum ? current.intended_id : undefined
  const version = same ?? (await insertVersion(db, { ...upload, system, blob, sum, deviceSum, reason }))
  const intended = reason === 'found' ? (current?.intended_id ?? version) : version
  const { rows: written } = await sql<{ state: string }>`
    INSERT INTO device_configs (device_id, intended_id, running_id, running_sum, read_sum)
    VALUES (${device_id}, ${intended}, ${version}, ${deviceSum}, ${deviceSum})
    ON CONFLICT (device_id) DO UPDATE
    SET intended_id = excluded.intended_id, running_id = excluded.running_id, read_at = now(),
      running_sum = excluded.running_sum, read_sum = excluded.read_sum, read_due = false, read_tries = 0,
      read_after = NULL
    RETURNING state`.execute(db)
  if (written[0]?.state !== current?.state)
    await emit(db, { type: 'device.config_state', data: { device_id, company_id } })
  // The next welcome names it.
  await sql`
    INSERT INTO device_state AS s (device_id, values) VALUES (${device_id}, ${JSON.stringify({ config_sum: deviceSum })}::jsonb)
    ON CONFLICT (device_id) DO UPDATE SET values = s.values || excluded.values`.execute(db)
}

/** Lines of a received configuration, by which two are compared. Throws if it is not a configuration. */
async function readSent(db: Db, blobs: BlobStore, stored: Stored): Promise<string[]> {
  try {
    return linesOf(await readStored(db, blobs, stored)).map((line) => line.text)
  } catch (error) {
    if (!(error instanceof NotUci || error instanceof NotFiles)) throw error
    throw new Problem('VALIDATION_FAILED', { message: text('configs.not_understood', { reason: error.message }) })
  }
}

async function findCurrent(db: Db, deviceId: number): Promise<Current | undefined> {
  const { rows } = await sql<Current>`
    SELECT x.state, x.intended_id, x.running_id, i.sha256 AS intended_sum, r.sha256 AS running_sum
    FROM device_configs x JOIN config_versions i ON i.id = x.intended_id JOIN config_versions r ON r.id = x.running_id
    WHERE x.device_id = ${deviceId} FOR UPDATE OF x`.execute(db)
  return rows[0]
}

interface NewVersion extends Received {
  system: ConfigSystem
  blob: { id: number; size: number }
  /** Checksum of its lines. */
  sum: string
  /** Checksum by which the device reports it. */
  deviceSum: string
  reason: VersionReason
}

async function insertVersion(db: Db, version: NewVersion): Promise<number> {
  const { device_id, system, blob, sum, deviceSum, reason, user_id, username, action_id } = version
  const found = reason === 'found'
  const { rows } = await sql<{ id: number }>`
    INSERT INTO config_versions (device_id, seq, system, blob_id, sha256, device_sum, size, reason, user_id, username, action_id)
    SELECT ${device_id}, coalesce(max(seq), 0) + 1, ${system}, ${blob.id}, ${sum}, ${deviceSum}, ${blob.size}, ${reason},
      ${found ? null : user_id}, ${found ? null : username}, ${action_id}
    FROM config_versions WHERE device_id = ${device_id} RETURNING id`.execute(db)
  // Removes the oldest versions, but never the present or the intended one.
  await sql`
    DELETE FROM config_versions v WHERE v.device_id = ${device_id} AND v.id IN (
      SELECT id FROM config_versions WHERE device_id = ${device_id} ORDER BY seq DESC OFFSET ${configLimits.versions})
      AND NOT EXISTS (SELECT FROM device_configs x WHERE v.id IN (x.intended_id, x.running_id))`.execute(db)
  return rows[0]?.id ?? 0
}
