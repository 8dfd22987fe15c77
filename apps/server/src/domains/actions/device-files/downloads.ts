import { buffer } from 'node:stream/consumers'
import { linkTimes } from '@longreach/contract/link/limits'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import type { DeviceDownload, TicketFault } from '../../../drivers/driver.ts'
import { type Seal, sha256 } from '../../../seal.ts'
import type { BlobStore } from '../../files/blobs.ts'
import type { Moved } from '../steps.ts'
import { commandEnded } from './ended-commands.ts'

/** Bytes that are read, and released to the device, at once. */
const partBytes = 512 * 1024
/** Milliseconds between hints about the progress of a transfer. */
const hintEvery = 2000

/**
 * Ticket of a command, the same however often the command is sent. A device may still have content in memory that it
 * fetched for an earlier command.
 */
export async function offerDownload(
  db: Db,
  seal: Pick<Seal, 'mac'>,
  { id, device_id, command_id }: Pick<Moved, 'id' | 'device_id' | 'command_id'>,
  publicKey: string,
  { blobId, size }: { blobId: number; size: number },
): Promise<string> {
  const ticket = seal.mac('device download', `${id} ${command_id}`).slice(0, 32)
  await sql`
    INSERT INTO device_downloads (hash, target_id, command_id, device_id, public_key, blob_id, size, released, expires_at)
    SELECT ${sha256(ticket)}, ${id}, ${command_id}, ${device_id}, ${publicKey}, ${blobId}, ${size},
      coalesce(max(released), 0), now() + ${linkTimes.fetchWithin} * interval '1 second'
    FROM device_downloads WHERE device_id = ${device_id} AND public_key = ${publicKey} AND blob_id = ${blobId}
    ON CONFLICT (hash) DO UPDATE SET public_key = excluded.public_key, expires_at = excluded.expires_at`.execute(db)
  return ticket
}

/** Progress of the transfer for a target. */
export interface DownloadPosition {
  targetId: number
  /** Bytes from the start of the content. */
  at: number
  size: number
}

interface Deps {
  db: Db
  blobs: Pick<BlobStore, 'read'>
  /** Called every few seconds during a transfer. */
  moved: (position: DownloadPosition) => void
}

/** The download that a ticket permits, or the reason why the ticket is not valid. */
export async function takeDownload(
  { db, blobs, moved }: Deps,
  { ticket, deviceId, publicKey }: { ticket: string; deviceId: number; publicKey: string },
): Promise<DeviceDownload | Exclude<TicketFault, 'used'>> {
  const hash = sha256(ticket)
  const { rows } = await sql<{
    own: boolean
    fresh: boolean
    ended: boolean
    target_id: number
    blob_id: number
    size: number
    released: number
  }>`
    SELECT device_id = ${deviceId} AND public_key = ${publicKey} AS own, expires_at > now() AS fresh,
      ${commandEnded('device_downloads')} AS ended, target_id, blob_id, size, released
    FROM device_downloads WHERE hash = ${hash}`.execute(db)
  const [row] = rows
  if (!row) return 'unknown'
  if (!row.own) return 'foreign'
  if (row.ended) return 'ended'
  if (!row.fresh) return 'expired'
  const { size, released, blob_id, target_id } = row
  let hinted = performance.now()

  return {
    size,
    released,
    async next(offset, sent) {
      const to = Math.min(size, (Math.floor(offset / partBytes) + 1) * partBytes)
      const { numAffectedRows } = await sql`
        UPDATE device_downloads SET released = greatest(released, ${to}), sent = sent + ${sent}
        WHERE hash = ${hash} AND NOT ${commandEnded('device_downloads')}`.execute(db)
      if (!numAffectedRows) throw new Error('The command has ended')
      if (performance.now() - hinted >= hintEvery) {
        hinted = performance.now()
        moved({ targetId: target_id, at: offset, size })
      }
      return buffer(await blobs.read(db, blob_id, { from: offset, to }))
    },
    async end(sent, whole) {
      await sql`
        UPDATE device_downloads SET sent = sent + ${sent},
          completed_at = CASE WHEN ${whole} THEN coalesce(completed_at, now()) ELSE completed_at END
        WHERE hash = ${hash}`.execute(db)
    },
  }
}

/** True if the content of a command was sent to the device completely. */
export async function wasFetched(db: Db, targetId: number, commandId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM device_downloads
    WHERE target_id = ${targetId} AND command_id = ${commandId} AND completed_at IS NOT NULL`.execute(db)
  return rows.length > 0
}

export interface DownloadProgress {
  /** Bytes sent for the target, in all attempts. */
  sent: number
  /** Bytes of the content that the device may have. */
  released: number
  size: number
}

/** Progress by target; targets that were offered nothing are missing. */
export async function downloadProgress(db: Db, targetIds: readonly number[]): Promise<Map<number, DownloadProgress>> {
  const { rows } = await sql<DownloadProgress & { target_id: number }>`
    SELECT target_id, sum(sent)::bigint AS sent, (array_agg(released ORDER BY expires_at DESC))[1] AS released,
      (array_agg(size ORDER BY expires_at DESC))[1] AS size
    FROM device_downloads WHERE target_id = ANY (${[...targetIds]}::bigint[]) GROUP BY target_id`.execute(db)
  return new Map(rows.map(({ target_id, ...progress }) => [target_id, progress]))
}
