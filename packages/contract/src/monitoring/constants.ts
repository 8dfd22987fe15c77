import type { ParameterGroup } from '../link/parameters.ts'

/** Retention of raw reports in days; each class has its own table. */
export const retentionDays = [7, 30, 90, 365] as const
export type RetentionDays = (typeof retentionDays)[number]

export const groupRetention: Record<ParameterGroup, RetentionDays> = {
  dynamic: 90,
  'mobile-data': 90,
  io: 90,
  gps: 90,
  wireless: 90,
  hotspot: 90,
  ddns: 90,
  l2tp: 90,
  static: 365,
}

/** Hourly roll-ups are kept longer than the reports. */
export const hourlyRetentionDays = 731

/** Daily roll-ups are kept longest. */
export const dailyRetentionDays = 5 * 365 + 2

/** Days; a report that is older on arrival is refused, whatever it contains. */
export const oldestReportDays = 90

export const historyPoints = { default: 400, min: 10, max: 2000 } as const

/** Days: the longest range of a call, and of one that returns every report. */
export const longestRange = 1830
export const longestExport = 366

/** Seconds between two refreshes of a chart whose range ends now (spec §9). */
export const refreshIntervals = [10, 30, 60, 300, 900, 1800, 3600, 7200, 86_400] as const

/** Maximum parameters of one history call. */
export const historyParameters = 20

/** Values of a text parameter that are listed with their share of a day; the rest is summed up. */
export const historyShares = 20

/** Maximum rows of a call that returns single reports. */
export const historyRows = 10_000

/** Fields of `GET /devices/{id}/information/dynamic`; temperatures in tenths of °C, as documented for that call. */
export const dynamicInformation = [
  'signal',
  'signal_2',
  'temperature',
  'temperature_2',
  'sim1_sent',
  'sim1_received',
  'sim2_sent',
  'sim2_received',
  'network_state',
  'network_state_2',
  'sim_slot',
  'sim_slot_2',
  'operator',
  'operator_2',
  'connection_type',
  'connection_type_2',
  'wan_ip',
  'mobile_ip',
  'mobile_ip_2',
] as const

/** Public name of an input or output → its parameter. */
export const ioInformation = {
  digital_input: 'din1',
  digital_isolated_input: 'din2',
  digital_non_isolated_input_4pin: 'din3',
  open_collector_output: 'dout1',
  digital_open_collector_output_4pin: 'dout2',
  relay_output: 'relay0',
  digital_inout0: 'iio',
  analog_input: 'acl_voltage',
  analog_current_loop: 'acl_current',
} as const

export const gpsInformation = [
  'latitude',
  'longitude',
  'altitude',
  'speed',
  'course',
  'satellites',
  'accuracy',
  'fix_status',
] as const

/** Fields of the state at a past moment, and the parameters that can be requested one by one. */
export const snapshotParameters = [
  'firmware',
  'sim_state',
  'pin_state',
  'sim_slot',
  'network_state',
  'mobile_ip',
  'signal',
  'operator',
  'operator_number',
  'connection_state',
  'connection_type',
  'temperature',
  'router_uptime',
  'connection_uptime',
  'wan_state',
  'wan_ip',
  'cell_id',
  'mcc',
  'mnc',
  'lac',
  'iccid',
  'sent',
  'received',
] as const

/**
 * Metrics by which a company's devices are compared, with their source parameters; a counter by SIM takes precedence
 * over the whole.
 */
export const companyMetrics = {
  signal: ['signal'],
  temperature: ['temperature'],
  sent: ['sent', 'sim1_sent', 'sim2_sent', 'sent_2', 'sim1_sent_2', 'sim2_sent_2'],
  received: ['received', 'sim1_received', 'sim2_received', 'received_2', 'sim1_received_2', 'sim2_received_2'],
  analog_input: ['acl_voltage'],
  satellites: ['satellites'],
  speed: ['speed'],
} as const
export type CompanyMetric = keyof typeof companyMetrics
export const companyMetricNames = Object.keys(companyMetrics) as [CompanyMetric, ...CompanyMetric[]]

export const companyMetricLimits = {
  /** Longest range in days. */
  days: 366,
  /** Days up to which values are compared by the hour, beyond by the day. */
  hourlyDays: 8,
  /** Devices listed at once. */
  devices: 500,
} as const
