import { text } from '@longreach/contract/i18n'
import type { StatusEvent } from '@longreach/contract/live'
import type { PermissionName } from '@longreach/contract/permissions'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { keepEvents, newChannel, publishToChannel } from '../../endpoint/channels.ts'

/**
 * Opens a channel on which one user follows an operation, as long as they have the permission; its name is returned as
 * `meta.channel`. Each key, the id of a device as text, starts with the given line.
 */
export async function openStatus(
  db: Db,
  given: { userId: number; permission: PermissionName; keys: readonly (string | number)[]; value?: string },
): Promise<string> {
  const channel = newChannel(given.userId, { subject: 'device', permission: given.permission })
  await keepEvents(
    db,
    { channel, userId: given.userId, keys: given.keys.map(String) },
    { status: 'started', value: given.value ?? text('actions.started') },
  )
  return channel
}

/** A step of the operation: stored for an hour and published. `completed`, `error` and `warning` end a key. */
export async function publishStatus(
  db: Db,
  bus: Bus,
  at: { channel: string; userId: number; key: string | number },
  event: StatusEvent,
): Promise<void> {
  await publishToChannel(db, bus, { ...at, key: String(at.key) }, event)
}
