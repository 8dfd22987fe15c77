import { linkTimes } from '@longreach/contract/link/limits'
import type { Db } from '../db/client.ts'
import { hideNode, renewNode } from './directory.ts'

/**
 * Tells the other nodes every few seconds that this one lives. `renewed` hears each time whether the lease had held: when
 * not, they may have taken this node for silent. Resolves, once the first lease stands, with what ends it.
 */
export async function keepLease(deps: {
  db: Db
  node: string
  url: string | null
  renewed(valid: boolean): Promise<void>
  log: { warn(details: object, message: string): void }
}): Promise<() => Promise<void>> {
  const { db, node, url } = deps
  await renewNode(db, node, url)
  let working: Promise<void> | undefined
  const renew = async () => {
    try {
      await deps.renewed(await renewNode(db, node, url))
    } catch (error) {
      deps.log.warn({ err: error }, 'lease not renewed')
    }
    working = undefined
  }
  const timer = setInterval(() => {
    working ??= renew()
  }, linkTimes.nodeLease * 1000)
  return async () => {
    clearInterval(timer)
    await working
    // Without the database the others find out by its silence.
    await hideNode(db, node).catch((error: unknown) => deps.log.warn({ err: error }, 'node not taken off the list'))
  }
}
