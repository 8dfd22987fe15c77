import type { FileType } from '@longreach/contract/files/constants'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import { type DeviceUpload, type TicketFault, UploadRefused } from '../../../drivers/driver.ts'
import { Problem } from '../../../endpoint/problem.ts'
import { type Seal, sha256 } from '../../../seal.ts'
import { addFile } from '../../files/add-file.ts'
import { type BlobStore, WrongOffset } from '../../files/blobs.ts'
import { checkQuota } from '../../files/uploads.ts'
import type { DeviceFileStored } from '../hooks.ts'
import type { ActionKinds, Received } from '../kinds.ts'
import type { Moved } from '../steps.ts'
import { commandEnded } from './ended-commands.ts'

interface SentFile {
  what: string
  type: FileType
  /** Type of the file if a schedule requested it. */
  scheduled?: FileType
  ending: string
}

/** Files that devices send, by kind of action: the word in the command, and the type of the file. */
export const sentFiles = {
  download_backup: { what: 'backup', type: 'config', scheduled: 'periodic_backup', ending: 'tar.gz' },
  download_troubleshoot: { what: 'troubleshoot', type: 'troubleshoot', ending: 'tar.gz' },
  download_eventslog: { what: 'eventslog', type: 'eventslog', ending: 'txt' },
} as const satisfies Record<string, SentFile>

/** Seconds for which a ticket is valid: the longest time a device may take. */
const life = 2 * 3600
const link = systemScope('link of the device itself')

/** Ticket of a command, the same however often the command is sent. */
export async function offerUpload(
  db: Db,
  seal: Pick<Seal, 'mac'>,
  { id, device_id, command_id }: Pick<Moved, 'id' | 'device_id' | 'command_id'>,
  publicKey: string,
  name: string | null = null,
): Promise<string> {
  const ticket = seal.mac('device upload', `${id} ${command_id}`).slice(0, 32)
  await sql`
    INSERT INTO device_uploads (hash, target_id, command_id, device_id, public_key, name, expires_at)
    VALUES (${sha256(ticket)}, ${id}, ${command_id}, ${device_id}, ${publicKey}, ${name}, now() + ${life} * interval '1 second')
    ON CONFLICT (hash) DO UPDATE SET public_key = excluded.public_key, expires_at = excluded.expires_at`.execute(db)
  return ticket
}

interface Upload {
  blob_id: number | null
  finished_at: Date | null
}

interface Deps {
  db: Db
  blobs: BlobStore
  /** Total bytes of files that a company may store. */
  quota: number
  kinds: ActionKinds
  stored: readonly DeviceFileStored[]
}

/** The upload that a ticket permits, or the reason why the ticket is not valid. */
export async function takeUpload(
  deps: Deps,
  { ticket, deviceId, publicKey }: { ticket: string; deviceId: number; publicKey: string },
): Promise<DeviceUpload | Exclude<TicketFault, 'used'>> {
  const { db, blobs } = deps
  const hash = sha256(ticket)
  const { rows } = await sql<{ own: boolean; fresh: boolean; ended: boolean }>`
    SELECT device_id = ${deviceId} AND public_key = ${publicKey} AS own, expires_at > now() AS fresh,
      ${commandEnded('device_uploads')} AS ended
    FROM device_uploads WHERE hash = ${hash}`.execute(db)
  if (!rows[0]) return 'unknown'
  if (!rows[0].own) return 'foreign'
  if (rows[0].ended) return 'ended'
  if (!rows[0].fresh) return 'expired'

  const find = async (): Promise<Upload> =>
    db
      .selectFrom('device_uploads')
      .select(['blob_id', 'finished_at'])
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow()

  /** Starts with an empty file: the earlier parts were another file, from before the device restarted. */
  async function startAgain(before: number | null): Promise<number> {
    const id = await blobs.start(db)
    await db.updateTable('device_uploads').set({ blob_id: id }).where('hash', '=', hash).execute()
    if (before !== null) await blobs.drop(db, before)
    return id
  }

  return {
    async received() {
      const { blob_id } = await find()
      return blob_id === null ? 0 : blobs.received(db, blob_id)
    },
    async append(offset, bytes) {
      const { blob_id, finished_at } = await find()
      if (finished_at) throw new UploadRefused('file', 'The file is complete')
      const blob = offset === 0 || blob_id === null ? await startAgain(blob_id) : blob_id
      try {
        return await blobs.append(db, blob, offset, bytes)
      } catch (error) {
        throw error instanceof WrongOffset ? new UploadRefused('offset', `The file ends at ${error.received}`) : error
      }
    },
    async finish(sum) {
      try {
        return await db.transaction().execute((tx) => finish({ ...deps, db: tx }, hash, sum))
      } catch (error) {
        throw error instanceof Problem ? new UploadRefused('file', error.message) : error
      }
    },
  }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
const stamp = (time: Date) =>
  [time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate()].map(twoDigits).join('') +
  [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()].map(twoDigits).join('').padStart(7, '-')

interface Finished extends Upload, Omit<Received, 'blob_id' | 'sha256'> {
  size: number | null
  name: string | null
  serial: string
  schedule_id: number | null
  model: string | null
  firmware: string | null
}

/** Files with their own name come from tasks; files requested by a schedule may have their own type. */
function fileOf({ kind, name, serial, schedule_id }: Finished): { type: FileType; name: string } {
  if (name !== null) return { type: 'device_task_manager_file', name }
  const { what, type, scheduled = type, ending }: SentFile = sentFiles[kind as keyof typeof sentFiles]
  return { type: schedule_id === null ? type : scheduled, name: `${what}-${serial}-${stamp(new Date())}.${ending}` }
}

/** Adds the file, or hands over content that is not a file; returns its size. */
async function finish({ db, blobs, quota, kinds, stored }: Deps, hash: Buffer, sum: string): Promise<number> {
  // Locked before the file is looked up: the first of two requests to finish may just have stored it.
  await sql`SELECT FROM device_uploads WHERE hash = ${hash} FOR UPDATE`.execute(db)
  const { rows } = await sql<Finished>`
    SELECT u.blob_id, u.finished_at, u.name, coalesce(u.size, f.size) AS size, u.target_id, t.action_id, t.kind, d.id AS device_id,
      d.serial, d.company_id, a.user_id, a.username, a.schedule_id, d.model, d.firmware
    FROM device_uploads u JOIN action_targets t ON t.id = u.target_id JOIN actions a ON a.id = t.action_id
    JOIN devices d ON d.id = u.device_id LEFT JOIN files f ON f.id = u.file_id
    WHERE u.hash = ${hash} AND ${link}`.execute(db)
  const upload = rows[0]
  if (!upload) throw new Problem('NOT_FOUND')
  // The answer to the first request was lost.
  if (upload.finished_at) return upload.size ?? 0
  if (upload.blob_id === null) throw new UploadRefused('file', 'Nothing was received')
  const received = kinds.get(upload.kind)?.received
  if (received) {
    const size = await blobs.received(db, upload.blob_id)
    await received(db, { ...upload, blob_id: upload.blob_id, sha256: sum })
    await sql`
      UPDATE device_uploads SET finished_at = now(), size = ${size}, blob_id = NULL WHERE hash = ${hash}`.execute(db)
    return size
  }
  await checkQuota(db, upload.company_id, await blobs.received(db, upload.blob_id), quota)
  const { id, blob } = await addFile(db, blobs, {
    blobId: upload.blob_id,
    companyId: upload.company_id,
    ...fileOf(upload),
    userId: upload.user_id,
    deviceId: upload.device_id,
    deviceModel: upload.model,
    version: upload.firmware,
    sha256: sum,
  })
  await sql`
    UPDATE device_uploads SET finished_at = now(), file_id = ${id}, blob_id = NULL WHERE hash = ${hash}`.execute(db)
  const { device_id, schedule_id } = upload
  for (const handle of stored) await handle(db, { id, device_id, schedule_id })
  return blob.size
}

/** True if the device has sent the content that a command requested. */
export async function wasReceived(db: Db, { id, command_id }: Pick<Moved, 'id' | 'command_id'>): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM device_uploads
    WHERE target_id = ${id} AND command_id = ${command_id} AND finished_at IS NOT NULL`.execute(db)
  return rows.length > 0
}
