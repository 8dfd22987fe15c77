import { linkTimes } from '@longreach/contract/link/limits'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { systemScope } from '../db/scope.ts'

/** A node and its URL for the others. */
export interface OtherNode {
  id: string
  url: string
}

/** Condition for a row of `nodes`: it has renewed its lease recently. */
export const isAlive = sql<boolean>`renewed_at > now() - ${linkTimes.nodeSilent} * interval '1 second'`

/** Renews the lease of this node. False if the other nodes may have considered it silent since the last renewal. */
export async function renewNode(
  db: Db,
  node: string,
  { url = null, gateway = false }: { url?: string | null; gateway?: boolean } = {},
): Promise<boolean> {
  const { rows } = await sql<{ lived: boolean }>`
    WITH before AS (SELECT 1 FROM nodes WHERE id = ${node} AND ${isAlive})
    INSERT INTO nodes (id, url, gateway) VALUES (${node}, ${url}, ${gateway})
    ON CONFLICT (id) DO UPDATE SET renewed_at = now(), url = excluded.url, gateway = excluded.gateway
    RETURNING EXISTS (SELECT FROM before) AS lived`.execute(db)
  return rows[0]?.lived ?? false
}

/** The node was stopped, so other nodes need not wait for it. */
export async function hideNode(db: Db, node: string): Promise<void> {
  await sql`UPDATE nodes SET url = NULL WHERE id = ${node}`.execute(db)
}

export async function findNode(db: Db, id: string): Promise<OtherNode | undefined> {
  const { rows } = await sql<OtherNode>`
    SELECT id, url FROM nodes WHERE id = ${id} AND url IS NOT NULL AND ${isAlive}`.execute(db)
  return rows[0]
}

/** The other node that has the link of the device. */
export async function findLinkNode(db: Db, deviceId: number, own: string): Promise<OtherNode | undefined> {
  const { rows } = await sql<OtherNode>`
    SELECT n.id, n.url FROM device_session s JOIN nodes n ON n.id = s.node
    WHERE s.device_id = ${deviceId} AND s.open AND n.id <> ${own} AND n.url IS NOT NULL AND ${isAlive}`.execute(db)
  return rows[0]
}

/** The other node that has the named session, or had it until just now: it knows why the session ended. */
export async function findHolder(db: Db, name: string, own: string): Promise<OtherNode | undefined> {
  const { rows } = await sql<OtherNode>`
    SELECT n.id, n.url FROM remote_sessions s JOIN nodes n ON n.id = s.node
    WHERE s.name = ${name} AND coalesce(s.ended_at > now() - interval '1 minute', true) AND n.id <> ${own} AND n.url IS NOT NULL AND ${isAlive}
      AND ${systemScope('host of a remote session')}`.execute(db)
  return rows[0]
}
