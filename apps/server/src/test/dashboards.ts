import { createDashboard } from '@longreach/contract/dashboards/endpoints'
import type { TestClient } from './client.ts'
import { uploadImage } from './files.ts'
import { makeDevice, type Place, type World } from './world.ts'

/** A device that reports an output, and its dashboard with that output and an image. */
export async function makeDashboard(
  world: World,
  client: TestClient,
  place: Place,
): Promise<{ device: number; dashboard: number; image: number }> {
  const device = await makeDevice(world, place, { model: 'RUT956', status: 1, caps: ['exec', 'refresh'] })
  await world.db
    .insertInto('device_state')
    .values({ device_id: device, values: JSON.stringify({ dout1: 0, signal: -71, latitude: 55.7 }) })
    .execute()
  const image = await uploadImage(client)
  const { data, text } = await client.call(createDashboard, {
    params: { id: device },
    body: {
      name: 'Cold room',
      layout: {
        cols: 12,
        items: [
          { i: 'w1', x: 0, y: 0, w: 3, h: 2 },
          { i: 'w2', x: 3, y: 0, w: 6, h: 3 },
          { i: 'w3', x: 0, y: 2, w: 3, h: 2 },
        ],
      },
      widgets: [
        { id: 'w1', type: 'output', title: 'Compressor', options: { output: 'dout1' } },
        {
          id: 'w2',
          type: 'image',
          title: 'Plan',
          options: { image_id: image, pins: [{ parameter: 'signal', label: 'Antenna', x: 10, y: 20 }] },
        },
        { id: 'w3', type: 'value', title: '', options: { parameter: 'latitude', thresholds: [] } },
      ],
    },
  })
  if (!data) throw new Error(`No dashboard: ${text}`)
  return { device, dashboard: data.id, image }
}
