import type { Device } from '@longreach/contract/devices/schemas'

/** Columns of the export, in order. */
export const csvColumns = [
  'id',
  'name',
  'serial',
  'mac',
  'imei',
  'model',
  'firmware',
  'status',
  'company_name',
  'description',
  'last_connection_at',
  'last_update_at',
  'signal',
  'operator',
  'connection_type',
  'network_state',
  'wan_state',
  'wan_ip',
  'mobile_ip',
  'router_uptime',
  'created_at',
] as const satisfies readonly (keyof Device)[]

const statusWords = ['Offline', 'Online', 'Pending'] as const

/**
 * One field: quoted when it has to be (RFC 4180), and never read as a formula by a spreadsheet, whatever a device
 * calls itself. Numbers stay numbers.
 */
export function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = String(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

export function deviceLine(device: Device): string {
  const status = device.status === null ? 'Not activated' : statusWords[device.status]
  return csvLine(csvColumns.map((name) => (name === 'status' ? status : device[name])))
}
