import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { findState } from '../domains/devices/details.ts'
import { sweepNodes } from '../domains/devices/presence.ts'
import type { collectStates } from '../domains/devices/state-hints.ts'
import { endLeftovers } from '../domains/remote/session-store.ts'
import { keepLease } from './lease.ts'

/** The same at every start on the machine and the data folder. */
export const nodeName = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) =>
  `${hostname()}-${createHash('sha256').update(DATA_DIR).digest('hex').slice(0, 8)}`

/**
 * Makes this node one of the installation's, and does with the others what has to be done for those that fell silent.
 * `lapsed` hears when this one may have been taken for silent itself. Resolves with what ends it.
 */
export function keepMembership(deps: {
  db: Db
  node: string
  config: Pick<Config, 'NODE_URL'>
  states: Pick<ReturnType<typeof collectStates>, 'add'>
  lapsed(): Promise<void>
  log: { warn(details: object, message: string): void }
}): Promise<() => Promise<void>> {
  const { db, node, config, states, lapsed, log } = deps
  const renewed = async (held: boolean) => {
    if (!held) await lapsed()
    for (const id of await sweepNodes(db, null)) {
      const state = await findState(db, id)
      if (state) states.add([state])
    }
    await endLeftovers(db, null)
  }
  return keepLease({ db, node, url: config.NODE_URL?.replace(/\/$/, '') ?? null, renewed, log })
}
