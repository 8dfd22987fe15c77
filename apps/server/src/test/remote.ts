import { randomBytes } from 'node:crypto'
import type { Place, World } from './world.ts'

/** An entry in the database; nothing answers at its target. */
export async function makeRemoteAccess(
  world: World,
  place: Place,
  device: number,
  values: Record<string, unknown> = {},
): Promise<number> {
  const row = await world.db
    .insertInto('remote_access')
    .values({
      ...place,
      device_id: device,
      name: 'Panel',
      destination_ip: '192.168.1.10',
      destination_port: 80,
      protocol: 'http',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A session that is only open in the database. */
export async function makeRemoteSession(
  world: World,
  place: Place,
  of: { device: number; access?: number; user?: number },
  values: Record<string, unknown> = {},
): Promise<number> {
  const name = randomBytes(16).toString('hex')
  const row = await world.db
    .insertInto('remote_sessions')
    .values({
      ...place,
      name,
      device_id: of.device,
      access_id: of.access ?? null,
      device_name: 'Device',
      access_name: 'Panel',
      protocol: 'http',
      destination_ip: '192.168.1.10',
      destination_port: 80,
      type: 'lan-webui',
      user_id: of.user ?? 1,
      username: 'operator',
      ip: '127.0.0.1',
      user_agent: '',
      node: 'elsewhere',
      url: `http://${name}.localhost/`,
      expires_at: new Date(Date.now() + 3_600_000),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
