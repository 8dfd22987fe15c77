import { linkTimes } from '@longreach/contract/link/limits'
import type { Db } from '../db/client.ts'
import { hideNode, renewNode } from './alive-nodes.ts'
import { noteDowntime } from './downtimes.ts'

/**
 * Renews this node's lease every few seconds. `renewed` gets each time whether the lease was still valid: if not, the
 * other nodes may have considered this one silent. Resolves, once the first lease is stored, with the function that
 * stops the renewal.
 */
export async function keepLease(deps: {
  db: Db
  node: string
  url: string | null
  /** True if devices connect to it. */
  gateway: boolean
  renewed(valid: boolean): Promise<void>
  log: { warn(details: object, message: string): void }
}): Promise<() => Promise<void>> {
  const { db, node, url, gateway } = deps
  const lease = async ({ starts }: { starts: boolean }) => {
    if (gateway) await noteDowntime(db, node, { starts })
    return renewNode(db, node, { url, gateway })
  }
  await lease({ starts: true })
  let working: Promise<void> | undefined
  const renew = async () => {
    try {
      await deps.renewed(await lease({ starts: false }))
    } catch (error) {
      deps.log.warn({ err: error }, 'lease could not be renewed')
    }
    working = undefined
  }
  const timer = setInterval(() => {
    working ??= renew()
  }, linkTimes.nodeLease * 1000)
  return async () => {
    clearInterval(timer)
    await working
    // Without the database the others notice the silence.
    await hideNode(db, node).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'node could not be removed from the list'),
    )
  }
}
