import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { keepLease } from './lease.ts'

/** The same at every start on the machine and the data folder. */
export const nodeName = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) =>
  `${hostname()}-${createHash('sha256').update(DATA_DIR).digest('hex').slice(0, 8)}`

/**
 * Registers this node with the installation. `silentNodes` cleans up after those that fell silent; `lapsed` runs if
 * this one may have been considered silent itself. Resolves with the function that ends it.
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
