import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import type { Db } from '../db/client.ts'
import { unlessLocked } from '../db/partitions.ts'
import { keepLease } from './lease.ts'

/** Name of the node; the same at every start with the same machine and data folder. */
export const nodeName = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) =>
  `${hostname()}-${createHash('sha256').update(DATA_DIR).digest('hex').slice(0, 8)}`

/** Arbitrary number for the locks of node names. */
const nameLocks = 15_009_003

/**
 * Locks the name of this node as long as the connection lasts; a killed process loses it at once. Throws a ConfigError
 * if another machine of the same name uses a data folder of the same name.
 */
export async function takeName(client: pg.Client, node: string): Promise<void> {
  await client.query("SET lock_timeout = '5s'")
  const taken = await unlessLocked(() =>
    client.query('SELECT pg_advisory_lock($1::int, hashtext($2))', [nameLocks, node]),
  )
  if (!taken)
    throw new ConfigError(
      `DATA_DIR: another server runs as ${node} on this database; give this one another host name or data folder`,
    )
}

/**
 * Registers this node with the installation. `silentNodes` cleans up after nodes that fell silent; `lapsed` runs if
 * this one may itself have been considered silent. Resolves with the function that ends the membership.
 */
export function keepMembership(deps: {
  db: Db
  node: string
  config: Pick<Config, 'NODE_URL'>
  gateway: boolean
  silentNodes(): Promise<void>
  lapsed(): Promise<void>
  log: { warn(details: object, message: string): void }
}): Promise<() => Promise<void>> {
  const { db, node, config, gateway, silentNodes, lapsed, log } = deps
  const renewed = async (valid: boolean) => {
    if (!valid) await lapsed()
    await silentNodes()
  }
  return keepLease({ db, node, url: config.NODE_URL?.replace(/\/$/, '') ?? null, gateway, renewed, log })
}
