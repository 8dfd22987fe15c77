import { linkTimes } from '@longreach/contract/link/limits'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** Seconds by which a lease may be late before its node counts as not running. */
const late = 2 * linkTimes.nodeLease

/**
 * Notes the time before this lease of a node with a gateway, if no other such node was running in it. A starting node
 * was not running since its last lease, however recent that is, unless another one may still be alive.
 */
export async function noteDowntime(db: Db, node: string, { starts }: { starts: boolean }): Promise<void> {
  const silent = starts
    ? sql`max(renewed_at) FILTER (WHERE id <> ${node}) IS NULL
        OR max(renewed_at) FILTER (WHERE id <> ${node}) < now() - ${linkTimes.nodeSilent} * interval '1 second'`
    : sql`max(renewed_at) < now() - ${late} * interval '1 second'`
  await sql`
    INSERT INTO gateway_downtimes (started_at, ended_at)
    SELECT max(renewed_at), now() FROM nodes WHERE gateway HAVING max(renewed_at) IS NOT NULL AND (${silent})`.execute(
    db,
  )
}

/** True if devices could not connect at some time within the seconds from `from` to `to`, both before now. */
export async function wasDown(db: Db, { from, to }: { from: number; to: number }): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM gateway_downtimes
    WHERE ended_at > now() - ${from} * interval '1 second' AND started_at < now() - ${to} * interval '1 second' LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}
