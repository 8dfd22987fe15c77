import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'

/** A target from the view of its device; a pinned key belongs to the target, not to an entry. */
export interface PinnedTarget {
  deviceId: number
  host: string
  port: number
  kind: 'ssh' | 'tls'
}

export interface SeenKey {
  type: string
  /** `SHA256:…` */
  fingerprint: string
}

export type Pin = SeenKey & { first_seen_at: Date }

function pins(db: Db, target: PinnedTarget) {
  return db
    .selectFrom('remote_host_keys')
    .where('device_id', '=', target.deviceId)
    .where('host', '=', target.host)
    .where('port', '=', target.port)
    .where('kind', '=', target.kind)
}

export async function findPin(db: Db, target: PinnedTarget): Promise<Pin | undefined> {
  return pins(db, target).select(['type', 'fingerprint', 'first_seen_at']).executeTakeFirst()
}

/** Pins a key at first use; if another one is already pinned, changes nothing and returns that one. */
export async function meetKey(
  db: Db,
  target: PinnedTarget,
  seen: SeenKey,
): Promise<{ state: 'new' | 'known' } | { state: 'changed'; was: string }> {
  const { rows } = await sql`
    INSERT INTO remote_host_keys (device_id, host, port, kind, type, fingerprint)
    VALUES (${target.deviceId}, ${target.host}, ${target.port}, ${target.kind}, ${seen.type}, ${seen.fingerprint})
    ON CONFLICT DO NOTHING RETURNING device_id`.execute(db)
  if (rows.length > 0) return { state: 'new' }
  const pin = await findPin(db, target)
  // The pin was removed at this very moment: the next connection pins again.
  if (!pin || pin.fingerprint === seen.fingerprint) return { state: 'known' }
  return { state: 'changed', was: pin.fingerprint }
}

export async function trustKey(db: Db, target: PinnedTarget, seen: SeenKey): Promise<void> {
  await sql`
    INSERT INTO remote_host_keys (device_id, host, port, kind, type, fingerprint)
    VALUES (${target.deviceId}, ${target.host}, ${target.port}, ${target.kind}, ${seen.type}, ${seen.fingerprint})
    ON CONFLICT (device_id, host, port, kind) DO UPDATE
    SET type = excluded.type, fingerprint = excluded.fingerprint, first_seen_at = now()`.execute(db)
}

export async function forgetKey(db: Db, target: PinnedTarget): Promise<Pin | undefined> {
  return db
    .deleteFrom('remote_host_keys')
    .where('device_id', '=', target.deviceId)
    .where('host', '=', target.host)
    .where('port', '=', target.port)
    .where('kind', '=', target.kind)
    .returning(['type', 'fingerprint', 'first_seen_at'])
    .executeTakeFirst()
}
