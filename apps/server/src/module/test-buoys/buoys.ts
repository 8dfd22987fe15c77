import { endpoint } from '@longreach/contract/endpoint'
import { listMeta, listQuery } from '@longreach/contract/page'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import { inScope, type Scope } from '../../db/scope.ts'
import type { DeviceCreated } from '../../domains/devices/hooks.ts'
import { job } from '../../jobs/job.ts'
import type { Queue } from '../../jobs/queue.ts'

/** Replaces a migration. */
export const buoysTable = `
  CREATE TABLE buoys (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    company_id bigint NOT NULL, l1_id bigint, l2_id bigint,
    device_id bigint NOT NULL, painted boolean NOT NULL DEFAULT false, created_at timestamptz NOT NULL DEFAULT now())`

export const listBuoys = endpoint({
  name: 'buoys.list',
  method: 'GET',
  path: '/buoys',
  summary: 'List buoys',
  permission: 'view_devices',
  query: listQuery(['id'], {}),
  response: z.array(z.object({ device_id: z.number(), painted: z.boolean() })),
  meta: listMeta,
})

export const paintBuoys = job<{ deviceId: number }>({ name: 'buoys.paint' })

export const addBuoy =
  (queue: Queue): DeviceCreated =>
  async (db, { id, company_id, l1_id, l2_id }) => {
    await sql`
      INSERT INTO buoys (company_id, l1_id, l2_id, device_id) VALUES (${company_id}, ${l1_id}, ${l2_id}, ${id})`.execute(
      db,
    )
    await queue.send(db, paintBuoys, { deviceId: id })
  }

export async function findBuoys(db: Db, scope: Scope) {
  const { rows } = await sql<{ device_id: number; painted: boolean }>`
    SELECT device_id, painted FROM buoys b WHERE ${inScope(scope, 'b')} ORDER BY id`.execute(db)
  return rows
}

export async function paint(db: Db, deviceId: number): Promise<void> {
  await sql`UPDATE buoys SET painted = true WHERE device_id = ${deviceId}`.execute(db)
}
