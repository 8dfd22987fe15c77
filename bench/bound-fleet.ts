import { sql } from 'kysely'
import type { DeviceSpec } from '../apps/fleet/src/spec.ts'
import { fileStore, newState } from '../apps/fleet/src/state.ts'
import type { Db } from '../apps/server/src/db/client.ts'
import { hostKeyLine } from '../apps/server/src/gateway/host-key.ts'

/** Creates bound devices: rows and keys in the database, private keys in the state folder of the fleet. */
export async function bindFleet(db: Db, specs: readonly DeviceSpec[], folder: string): Promise<void> {
  const store = fileStore(folder)
  const now = Math.floor(Date.now() / 1000)
  for (const { identity, model, name } of specs) {
    const state = newState(now, now - 86_400, now)
    const { rows } = await sql<{ id: number }>`
      INSERT INTO devices (company_id, l1_id, name, serial, mac, model, series, bound_at, status, dynamic_monitoring)
      SELECT id, l1_id, ${name}, ${identity.serial}, ${identity.mac}, ${model.model}, 'rut', now(), 0, 60
      FROM companies WHERE name = 'Demo' RETURNING id`.execute(db)
    const deviceId = rows[0]?.id ?? 0
    await sql`INSERT INTO device_keys (device_id, public_key)
      VALUES (${deviceId}, ${hostKeyLine(state.privateKey)})`.execute(db)
    store.save(identity.serial, { ...state, deviceId })
  }
}
