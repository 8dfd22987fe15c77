import { makeDashboard } from '../dashboards.ts'
import type { Example, Examples, Theirs } from './shared.ts'

const dashboardContent = {
  layout: { cols: 12, items: [{ i: 'w1', x: 0, y: 0, w: 3, h: 2 }] },
  widgets: [{ id: 'w1', type: 'value', title: 'Signal', options: { parameter: 'signal', thresholds: [] } }],
}

const ofDashboard =
  (rest: object = {}): Example =>
  async (own) => {
    const { device, dashboard } = await own.dashboard()
    return { params: { id: device, dashboard_id: dashboard }, ...rest }
  }

export const examples: Examples = {
  'dashboards.list': async (own) => ({ params: { id: (await own.dashboard()).device } }),
  'dashboards.create': async (own) => ({
    params: { id: await own.device() },
    body: { name: 'Cold room', ...dashboardContent },
  }),
  'dashboards.get': ofDashboard(),
  'dashboards.update': ofDashboard({ body: { version: 1, name: 'Cold store', ...dashboardContent } }),
  'dashboards.delete': ofDashboard(),
  'dashboards.copy': async (own) => {
    const { device, dashboard } = await own.dashboard()
    const device_id = [await own.device({ model: 'RUT956' })]
    return { params: { id: device, dashboard_id: dashboard }, body: { device_id } }
  },
  'dashboards.values': ofDashboard(),
  'dashboards.past': ofDashboard(),
  'dashboards.image': async (own) => {
    const { device, dashboard, image } = await own.dashboard()
    return { params: { id: device, dashboard_id: dashboard, image_id: image } }
  },
}

export const theirs: Theirs = async (world, place, client) => ({
  dashboard: (await makeDashboard(world, client, place)).dashboard,
})
