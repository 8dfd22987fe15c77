import { sql } from 'kysely'
import { systemScope } from '../db/scope.ts'
import type { TestClient } from './client.ts'
import { makeBackup } from './domains/files.ts'
import { uploadFile } from './files.ts'
import type { World } from './world.ts'

/** Configuration of a device, as `uci export` prints it. */
export const settings = (address: string): string =>
  `package network\n\nconfig interface 'lan'\n\toption proto 'static'\n\toption ipaddr '${address}'\n\n`

/** A backup of a device with these settings. */
export const backupOf = (address: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(makeBackup({ 'etc/config/network': settings(address).replace('package network\n\n', '') }))

/**
 * Two versions of a device, with content of the client's company: the first is the intended one, the second the present
 * one.
 */
export async function makeConfigVersions(
  world: Pick<World, 'db'>,
  client: TestClient,
  device_id: number,
): Promise<{ intended: number; running: number }> {
  const ids: number[] = []
  for (const [index, address] of ['10.0.0.1', '10.0.0.2'].entries()) {
    const bytes = new TextEncoder().encode(settings(address))
    const file = await uploadFile(client, { bytes })
    const { rows } = await sql<{ blob_id: number; size: number }>`
      SELECT f.blob_id, f.size FROM files f WHERE f.id = ${file} AND ${systemScope('row resolved in scope before')}`.execute(
      world.db,
    )
    const { blob_id = 0, size = 0 } = rows[0] ?? {}
    const { id } = await world.db
      .insertInto('config_versions')
      .values({ device_id, seq: index + 1, system: 'uci', blob_id, sha256: `sum ${index}`, size, reason: 'found' })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  const [intended = 0, running = 0] = ids
  await world.db
    .insertInto('device_configs')
    .values({ device_id, intended_id: intended, running_id: running })
    .execute()
  return { intended, running }
}
