import { randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import type { Db } from '../db/client.ts'
import { type Difference, findDifferences } from '../domains/devices/current-links.ts'
import type { DevicePort, Presence, Refusal } from '../drivers/driver.ts'
import type { AgentDriver } from '../gateway/agent-driver.ts'

export interface LinkComparisonDeps {
  db: Db
  node: string
  driver: Pick<AgentDriver, 'open' | 'renew' | 'drop'>
  port: Pick<DevicePort, 'gone'> & { isArriving(deviceId: number): boolean }
}

/** A revoked device is refused at its next sign-in; any other reconnects at a random moment of the next minute. */
function refusalOf(what: Difference['what']): Refusal {
  const code = what === 'revoked' ? linkCodes.revoked : linkCodes.busy
  return { code, reason: linkReasons[code], retry: randomInt(1, 61) }
}

/**
 * Compares the links of this node with the database, which is right: hints of other nodes may be lost, and a failed
 * connection may have left its device online.
 */
export async function compareLinks({ db, node, driver, port }: LinkComparisonDeps): Promise<void> {
  const differences = await findDifferences(db, node, driver.open())
  // From here on the device of a stored session has its link, or is still arriving.
  await setImmediate()
  const open = new Map(driver.open().map(({ deviceId, epoch }) => [deviceId, epoch]))
  const isOpen = ({ deviceId, epoch }: Presence) => open.get(deviceId) === epoch
  for (const difference of differences) {
    const { deviceId, what } = difference
    if (what === 'linkless') {
      if (!isOpen(difference) && !port.isArriving(deviceId))
        await port.gone(difference, text('devices.offline_unfinished'))
    } else if (isOpen(difference)) {
      if (what === 'settings') driver.renew(deviceId)
      else driver.drop(deviceId, refusalOf(what))
    }
  }
}
