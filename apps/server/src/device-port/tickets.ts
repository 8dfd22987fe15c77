import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { DevicePort, TunnelTarget } from '../drivers/driver.ts'
import { sha256 } from '../seal.ts'

const ticketBytes = 16

const newTicket = () => randomBytes(ticketBytes).toString('hex')

/**
 * Tickets of tunnels and files: 32 hex digits, stored as a hash. Tickets for files are accepted by any node; those for
 * tunnels of other nodes only if nodes pass tunnels on to each other.
 */
export function createTickets(
  db: Db,
  node: string,
  handsOn: boolean,
): Pick<DevicePort, 'issueTicket' | 'takeTicket' | 'issueFileTicket' | 'takeFileTicket'> {
  const takenHere = sql<boolean>`(node = ${node} OR ${handsOn})`
  return {
    async issueTicket({ deviceId, publicKey, host, port, seconds }) {
      const ticket = newTicket()
      await sql`
        INSERT INTO tunnel_tickets (hash, device_id, public_key, host, port, node, expires_at)
        VALUES (${sha256(ticket)}, ${deviceId}, ${publicKey}, ${host}, ${port}, ${node},
          now() + ${seconds} * interval '1 second')`.execute(db)
      return ticket
    },

    async takeTicket({ ticket, deviceId, publicKey }) {
      const hash = sha256(ticket)
      const taken = await sql<TunnelTarget & { node: string }>`
        UPDATE tunnel_tickets SET used_at = now()
        WHERE hash = ${hash} AND device_id = ${deviceId} AND public_key = ${publicKey} AND ${takenHere}
          AND used_at IS NULL AND expires_at > now()
        RETURNING host, port, node`.execute(db)
      const [row] = taken.rows
      if (row) return { host: row.host, port: row.port, ...(row.node === node ? {} : { elsewhere: row.node }) }
      const { rows } = await sql<{ own: boolean; used: boolean }>`
        SELECT device_id = ${deviceId} AND public_key = ${publicKey} AND ${takenHere} AS own, used_at IS NOT NULL AS used
        FROM tunnel_tickets WHERE hash = ${hash}`.execute(db)
      if (!rows[0]) return 'unknown'
      if (!rows[0].own) return 'foreign'
      return rows[0].used ? 'used' : 'expired'
    },

    async issueFileTicket({ deviceId, publicKey, sha256: file, seconds }) {
      const ticket = newTicket()
      await sql`
        INSERT INTO file_tickets (hash, device_id, public_key, sha256, expires_at)
        VALUES (${sha256(ticket)}, ${deviceId}, ${publicKey}, ${file}, now() + ${seconds} * interval '1 second')`.execute(
        db,
      )
      return ticket
    },

    async takeFileTicket({ ticket, deviceId, publicKey }) {
      const { rows } = await sql<{ own: boolean; fresh: boolean; sha256: string }>`
        SELECT device_id = ${deviceId} AND public_key = ${publicKey} AS own, expires_at > now() AS fresh, sha256
        FROM file_tickets WHERE hash = ${sha256(ticket)}`.execute(db)
      const [kept] = rows
      if (!kept) return 'unknown'
      if (!kept.own) return 'foreign'
      return kept.fresh ? { sha256: kept.sha256 } : 'expired'
    },
  }
}
