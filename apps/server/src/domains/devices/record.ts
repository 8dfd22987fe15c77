import type { Device } from '@longreach/contract/devices/schemas'
import type { TagMark } from '@longreach/contract/tags/mark'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { attentionColumn } from './attention.ts'
import { type LinkSettingsRow, linkSettingsColumns } from './link-settings.ts'
import { type PositionRow, positionColumns, presentPosition } from './places/position.ts'

/** Columns of one device with its company (`c`), latest state (`s`) and position (`pos`). */
export const deviceColumns = sql`
  d.id, d.company_id, c.name AS company_name, d.name, d.description, d.serial, d.mac, d.imei, d.model, d.firmware, d.firmware_outdated, d.config_state, ${attentionColumn} AS attention, d.board,
  d.status, d.offline_reason, d.status_since, d.bound_at, d.failed_auth_reason, d.last_connection_at, d.monitoring_enabled, ${linkSettingsColumns}, d.user_set_latitude, d.user_set_longitude, d.protocol, d.created_at, d.updated_at,
  ${positionColumns}, s.updated_at AS state_at, coalesce(s.values, '{}') AS values`

export interface DeviceRow extends LinkSettingsRow, PositionRow {
  id: number
  company_id: number
  company_name: string
  name: string
  description: string
  serial: string
  mac: string | null
  imei: string | null
  model: string | null
  firmware: string | null
  firmware_outdated: boolean
  config_state: Device['config_state']
  attention: Device['attention']
  board: string | null
  status: 0 | 1 | 2 | null
  offline_reason: Device['offline_reason']
  status_since: Date | null
  bound_at: Date | null
  failed_auth_reason: number | null
  last_connection_at: Date | null
  monitoring_enabled: boolean
  user_set_latitude: number | null
  user_set_longitude: number | null
  protocol: number | null
  created_at: Date
  updated_at: Date
  state_at: Date | null
  values: Record<string, number | string | null>
}

const textFields = [
  'connection_type',
  'connection_state',
  'network_state',
  'operator',
  'operator_number',
  'cell_id',
  'lac',
  'mcc',
  'mnc',
  'band',
  'sim_state',
  'pin_state',
  'modem_manufacturer',
  'modem_model',
  'modem_firmware',
  'iccid',
  'imsi',
] as const
const numberFields = ['signal', 'rsrp', 'rsrq', 'sinr', 'rscp', 'ecio', 'sim_slot', 'sent', 'received'] as const
const plainTexts = [
  'imei_2',
  'batch_number',
  'product_code',
  'hardware_revision',
  'wan_state',
  'wan_ip',
  'mobile_ip',
  'fix_status',
] as const
const plainNumbers = [
  'router_uptime',
  'connection_uptime',
  'clients_count',
  'satellites',
  'latitude',
  'longitude',
  'altitude',
  'speed',
  'course',
  'accuracy',
] as const

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
/** The public API returns temperatures in tenths of a degree. */
const tenthsOf = (value: unknown) => (typeof value === 'number' ? Math.round(value * 10) : null)
const timeOf = (time: Date | null) => time && formatTime(time)

function latestFields({ values }: DeviceRow): Partial<Device> {
  const fields: Record<string, unknown> = {}
  for (const twin of ['', '_2']) {
    for (const name of textFields) fields[name + twin] = textOf(values[name + twin])
    for (const name of numberFields) fields[name + twin] = numberOf(values[name + twin])
    fields[`temperature${twin}`] = tenthsOf(values[`temperature${twin}`])
  }
  for (const name of plainTexts) fields[name] = textOf(values[name])
  for (const name of plainNumbers) fields[name] = numberOf(values[name])
  return fields
}

/** The record of the public API for a stored row. */
export function presentDevice(row: DeviceRow, tags: readonly TagMark[] = []): Device {
  return {
    ...latestFields(row),
    id: row.id,
    company_id: row.company_id,
    company_name: row.company_name,
    name: row.name,
    description: row.description,
    model: row.model,
    original_model: row.model,
    serial: row.serial,
    mac: row.mac,
    imei: row.imei,
    firmware: row.firmware,
    firmware_outdated: row.firmware_outdated,
    config_state: row.config_state,
    attention: row.attention,
    status: row.status,
    offline_reason: row.offline_reason,
    mqtt: row.protocol ?? 1,
    activation_status: row.bound_at === null ? 'added' : 'activated',
    is_authenticated: row.bound_at === null ? 0 : 1,
    failed_auth_reason: row.failed_auth_reason,
    last_connection_at: timeOf(row.last_connection_at),
    last_update_at: timeOf(row.state_at),
    monitoring_enabled: row.monitoring_enabled ? 1 : 0,
    dynamic_monitoring: row.dynamic_monitoring,
    static_monitoring: row.static_monitoring,
    io_monitoring: row.io_monitoring,
    gps_monitoring: row.gps_monitoring,
    hotspot_monitoring: row.hotspot_monitoring,
    wireless_monitoring: row.wireless_monitoring,
    ddns_monitoring: row.ddns_monitoring,
    vpn_monitoring: row.vpn_monitoring,
    vpn_monitoring_instances_state: numberOf(row.values.l2tp_status),
    metered_connection: row.metered_connection,
    user_set_latitude: row.user_set_latitude,
    user_set_longitude: row.user_set_longitude,
    position: presentPosition(row),
    is_esim_bootstrap: false,
    tags,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  } as Device
}
