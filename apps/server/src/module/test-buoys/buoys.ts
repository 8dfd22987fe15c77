import { endpoint } from '@longreach/contract/endpoint'
import { listMeta, listQuery } from '@longreach/contract/page'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Bus } from '../../bus/bus.ts'
import { id, topic } from '../../bus/topic.ts'
import type { Db } from '../../db/client.ts'
import { defineList } from '../../db/list.ts'
import { inScope, type Placement } from '../../db/scope.ts'
import type { DeviceCreated } from '../../domains/devices/hooks.ts'
import { news } from '../../endpoint/news.ts'
import { eventHandler } from '../../events/handler.ts'
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

export const buoyList = defineList({
  endpoint: listBuoys,
  from: () => sql`buoys b`,
  reach: (scope) => inScope(scope, 'b'),
  columns: () => sql<{ device_id: number; painted: boolean }>`b.device_id, b.painted`,
  id: 'b.id',
  sorts: { id: 'b.id' },
  defaultSort: 'id',
  filters: {},
})

export async function insertBuoy(db: Db, { company_id, l1_id, l2_id }: Placement, device: number): Promise<void> {
  await sql`
    INSERT INTO buoys (company_id, l1_id, l2_id, device_id) VALUES (${company_id}, ${l1_id}, ${l2_id}, ${device})`.execute(
    db,
  )
}

export const paintBuoys = job<{ deviceId: number }>({ name: 'buoys.paint' })

export const addBuoy =
  (queue: Queue): DeviceCreated =>
  async (db, device) => {
    await insertBuoy(db, device, device.id)
    await queue.send(db, paintBuoys, { deviceId: device.id })
  }

const buoyPainted = topic('buoy.painted', z.object({ company_id: id(), device_id: id() }))

export async function paint(db: Db, bus: Bus, deviceId: number): Promise<void> {
  const { rows } = await sql<{ company_id: number; device_id: number }>`
    UPDATE buoys SET painted = true WHERE device_id = ${deviceId} RETURNING company_id, device_id`.execute(db)
  for (const painted of rows) bus.publish(buoyPainted, painted)
}

declare module '@longreach/contract/names' {
  interface News {
    BuoyPainted: { device_id: number }
  }
}

export const buoyNews = news(buoyPainted, 'BuoyPainted', {
  to: ({ company_id }) => ({ place: { company_id, l1_id: company_id, l2_id: null }, permission: 'view_devices' }),
  event: ({ device_id }) => ({ device_id }),
})

export const removeBuoys = eventHandler('buoys.remove', ['device.deleted'], async (tx, events) => {
  const devices = events.map(({ data }) => data.device_id)
  await sql`DELETE FROM buoys WHERE device_id = ANY (${devices}::bigint[])`.execute(tx)
})
