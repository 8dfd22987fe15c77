import { randomBytes } from 'node:crypto'
import type { Place, World } from './world.ts'

/** An action on one device that only exists in the database; no hint was published, so it is not sent soon. */
export async function makeAction(
  world: World,
  place: Place,
  device: number,
  values: Record<string, unknown> = {},
): Promise<{ action: number; action_target: number }> {
  const action = await world.db
    .insertInto('actions')
    .values({ ...place, kind: 'reboot', seconds: 0, waits: 3600, channel: randomBytes(8).toString('hex') })
    .returning('id')
    .executeTakeFirstOrThrow()
  const target = await world.db
    .insertInto('action_targets')
    .values({
      ...place,
      action_id: action.id,
      device_id: device,
      device_name: `Device ${device}`,
      device_serial: String(device),
      kind: 'reboot',
      writes: true,
      message: 'Waiting to be sent',
      expires_at: new Date(Date.now() + 3_600_000),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { action: action.id, action_target: target.id }
}
