import type { Item } from '@longreach/contract/dashboards/layout'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import type { Demo } from '../../module/module.ts'
import { type DeviceCreated, deviceCreated } from '../devices/hooks.ts'
import { insertDashboard } from './store.ts'

/** The device of the demo with a dashboard: it has inputs, outputs, a battery and a position. */
const name = 'Solar field 1'

const battery = [
  { below: 11.8, words: 'Nearly empty', tone: 'bad' },
  { below: 12.2, words: 'Low', tone: 'warning' },
  { below: null, words: 'Good', tone: 'good' },
] as const

const temperature = [
  { below: 45, words: 'Normal', tone: 'good' },
  { below: null, words: 'Too warm', tone: 'bad' },
] as const

const content: readonly (Widget & Omit<Item, 'i'>)[] = [
  {
    ...{ id: 'battery', x: 0, y: 0, w: 3, h: 2 },
    type: 'value',
    title: 'Battery',
    options: { parameter: 'acl_voltage', decimals: 1, thresholds: [...battery] },
  },
  {
    ...{ id: 'charge', x: 3, y: 0, w: 3, h: 2 },
    type: 'gauge',
    title: 'Charge',
    options: { parameter: 'acl_voltage', min: 11, max: 15, decimals: 1, thresholds: [...battery] },
  },
  {
    ...{ id: 'history', x: 6, y: 0, w: 6, h: 3 },
    type: 'line',
    title: 'Battery, 24 h',
    options: { parameters: ['acl_voltage'], range: '24h', thresholds: [...battery] },
  },
  {
    ...{ id: 'state', x: 0, y: 2, w: 3, h: 2 },
    type: 'lamps',
    title: 'State',
    options: {
      lamps: [
        { parameter: 'din1', on: 'Door open', off: 'Door closed', tone: 'warning' },
        { parameter: 'din2', on: 'Inverter running', off: 'Inverter off', tone: 'good' },
        { parameter: 'din3', on: 'Alarm', off: 'No alarm', tone: 'bad' },
      ],
    },
  },
  { ...{ id: 'lamp', x: 3, y: 2, w: 3, h: 2 }, type: 'output', title: 'Yard light', options: { output: 'dout1' } },
  {
    ...{ id: 'place', x: 6, y: 3, w: 6, h: 3 },
    type: 'map',
    title: 'Place',
    options: {},
  },
  {
    ...{ id: 'readings', x: 0, y: 4, w: 6, h: 2 },
    type: 'table',
    title: 'Readings',
    options: { parameters: ['temperature', 'cpu_load', 'router_uptime', 'wan_ip'] },
  },
  { ...{ id: 'signal', x: 0, y: 6, w: 3, h: 2 }, type: 'signal', title: 'Signal', options: { modem: 1 } },
  {
    ...{ id: 'warmth', x: 3, y: 6, w: 3, h: 2 },
    type: 'value',
    title: 'Cabinet',
    options: { parameter: 'temperature', decimals: 1, thresholds: [...temperature] },
  },
  { ...{ id: 'data', x: 6, y: 6, w: 6, h: 3 }, type: 'data', title: 'Mobile data', options: { range: '7d' } },
  { ...{ id: 'online', x: 0, y: 8, w: 6, h: 2 }, type: 'online', title: 'Online', options: { range: '7d' } },
  { ...{ id: 'alerts', x: 0, y: 10, w: 6, h: 3 }, type: 'alerts', title: 'Latest alerts', options: { count: 5 } },
  {
    ...{ id: 'refresh', x: 6, y: 9, w: 2, h: 1 },
    type: 'button',
    title: 'Now',
    options: { action: 'update_metrics_data', label: 'Read now' },
  },
  {
    ...{ id: 'note', x: 8, y: 9, w: 4, h: 1 },
    type: 'text',
    title: '',
    options: { text: 'Keys to the cabinet: site office. Electrician on call: Jonas Weber.' },
  },
]

/** Gives one device of the demo a dashboard when it is created. */
const addDashboard: DeviceCreated = async (db, { id }) => {
  const { rows } = await sql`
    SELECT FROM devices d WHERE d.id = ${id} AND d.name = ${name} AND ${systemScope('console of the operator')}`.execute(
    db,
  )
  if (rows.length === 0) return
  await insertDashboard(db, {
    device_id: id,
    name: 'Solar site',
    is_default: true,
    layout: { cols: 12, items: content.map(({ id: i, x, y, w, h }) => ({ i, x, y, w, h })) },
    widgets: content.map(({ x: _x, y: _y, w: _w, h: _h, ...widget }) => widget),
    user_id: null,
    username: null,
  })
}

export const dashboardsDemo: Demo<unknown> = { hooks: () => [deviceCreated.use(addDashboard)] }
