import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import type { ParameterSet, Part } from './layout.ts'

/** Most parameter lists of one device. A new firmware adds a few; a device that invents names uses them up. */
const setsPerDevice = 100
/** Devices whose lists are cached; beyond that the cache is cleared. */
const rememberedDevices = 200_000

export interface Request {
  deviceId: number
  part: Part
}

export interface ParameterSets {
  /** Returns the set id of each requested part by its digest, and the devices that used up their lists in `refused`. */
  prepare(requests: readonly Request[]): Promise<{ ids: ReadonlyMap<string, number>; refused: ReadonlySet<number> }>
}

/** Maps each distinct parameter list to its id in `parameter_set`, and records in `device_set` which devices use it. */
export function createParameterSets(db: Db): ParameterSets {
  const ids = new Map<string, number>()
  const used = new Map<number, Set<number>>()

  async function loadDevices(deviceIds: number[]): Promise<void> {
    if (used.size + deviceIds.length > rememberedDevices) used.clear()
    for (const deviceId of deviceIds) used.set(deviceId, new Set())
    const { rows } = await sql<{ device_id: number; set_id: number }>`SELECT device_id, set_id FROM device_set
      WHERE device_id = any(${deviceIds}::bigint[])`.execute(db)
    for (const row of rows) used.get(Number(row.device_id))?.add(row.set_id)
  }

  async function addSets(parts: readonly Part[]): Promise<void> {
    for (const part of parts) {
      await sql`INSERT INTO parameter_set (digest, numbers, texts)
        VALUES (${part.digest}, ${part.numbers}::text[], ${part.texts}::text[])
        ON CONFLICT (digest) DO NOTHING`.execute(db)
    }
    const digests = parts.map((part) => part.digest)
    const { rows } = await sql<{ id: number; digest: string }>`SELECT id, digest FROM parameter_set
      WHERE digest = any(${digests}::text[])`.execute(db)
    for (const row of rows) ids.set(row.digest, row.id)
  }

  async function addUses(pairs: { deviceId: number; setId: number }[]): Promise<void> {
    await sql`INSERT INTO device_set (device_id, set_id)
      SELECT * FROM unnest(${pairs.map((pair) => pair.deviceId)}::bigint[], ${pairs.map((pair) => pair.setId)}::int[])
      ON CONFLICT DO NOTHING`.execute(db)
    for (const { deviceId, setId } of pairs) used.get(deviceId)?.add(setId)
  }

  return {
    async prepare(requests) {
      const strangers = new Set(requests.filter(({ deviceId }) => !used.has(deviceId)).map(({ deviceId }) => deviceId))
      if (strangers.size > 0) await loadDevices([...strangers])

      const refused = new Set<number>()
      const fresh = new Map<string, Part>()
      const pairs = new Map<string, Request>()
      for (const request of requests) {
        const { deviceId, part } = request
        const sets = used.get(deviceId)
        const id = ids.get(part.digest)
        if (!sets || (id !== undefined && sets.has(id))) continue
        if (sets.size >= setsPerDevice) {
          refused.add(deviceId)
          continue
        }
        if (id === undefined) fresh.set(part.digest, part)
        pairs.set(`${deviceId} ${part.digest}`, request)
      }
      if (fresh.size > 0) await addSets([...fresh.values()])
      if (pairs.size > 0) {
        await addUses([...pairs.values()].map(({ deviceId, part }) => ({ deviceId, setId: ids.get(part.digest) ?? 0 })))
      }
      return { ids, refused }
    },
  }
}

export interface DeviceSet extends ParameterSet {
  id: number
}

/** The parameter sets a device has ever reported with. */
export async function setsOfDevice(db: Db, deviceId: number): Promise<DeviceSet[]> {
  const { rows } = await prepared(sql<DeviceSet>`SELECT s.id, s.numbers, s.texts
    FROM device_set d JOIN parameter_set s ON s.id = d.set_id WHERE d.device_id = ${deviceId}
    ORDER BY s.id`).execute(db)
  return rows
}
