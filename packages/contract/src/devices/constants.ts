// Closed values of the list's filters and of the statistics groups (rms-domain §2.2).

/**
 * By code: 1 online, 0 offline, 2 enrolled and not yet connected, and no code for a device that was added and has not
 * enrolled.
 */
export const deviceStatuses = ['online', 'offline', 'pending', 'not_activated'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

export const signalBands = ['excellent', 'average', 'low', 'no_signal'] as const
export type SignalBand = (typeof signalBands)[number]

/** Lowest dBm (RSSI) of a band; below `low` there is no signal. */
export const signalFloors = { excellent: -75, average: -95, low: -113 } as const

export function signalBand(dbm: number | null): SignalBand {
  if (dbm === null || dbm < signalFloors.low) return 'no_signal'
  if (dbm >= signalFloors.excellent) return 'excellent'
  return dbm >= signalFloors.average ? 'average' : 'low'
}

export const networkStates = ['home', 'roaming', 'unknown'] as const
export const connectionTypes = ['5g', '4g', '3g', '2g', 'unknown'] as const
export const wanStates = ['mobile', 'wired', 'wifi', 'unknown'] as const
export const informationUpdated = [
  'never_been_updated',
  'less_than_5_minutes_ago',
  'more_than_5_minutes_ago',
  'more_than_1_hour_ago',
  'more_than_1_week_ago',
] as const
export const monitoringStatuses = ['monitored', 'not_monitored'] as const

/**
 * Reasons why a device is offline. `power` and `no_network` are likely, all others are known; `unknown` means that it
 * stopped responding and nothing explains it.
 */
export const offlineReasons = [
  'power',
  'no_network',
  'connection',
  'restarted',
  'closed',
  'action',
  'revoked',
  'dropped',
  'server',
  'unknown',
] as const
export type OfflineReason = (typeof offlineReasons)[number]

/** A device is `flapping` after `flappingOutages` outages of its own within a day. */
export const stabilities = ['stable', 'flapping'] as const
export const flappingOutages = 4

/** Words for whether the stable image for a device is newer than its firmware. */
export const outdatedWords = ['no', 'yes'] as const

/** Words for whether a SIM has exceeded its data limit, or will within its billing period. */
export const dataLimitWords = ['within', 'over'] as const

/**
 * State of a device's configuration: the intended one, another one, another one that was accepted for now, or never
 * read.
 */
export const configStates = ['in_sync', 'drifted', 'ignored', 'not_read'] as const
export type ConfigState = (typeof configStates)[number]

/** Columns of the device row that change rarely: each is a filter and a statistics group. */
export const facets = [
  'status',
  'model',
  'firmware',
  'signal',
  'signal_2',
  'network_state',
  'network_state_2',
  'connection_type',
  'connection_type_2',
  'wan_state',
  'operator',
  'operator_2',
  'modem_model',
  'modem_model_2',
  'modem_manufacturer',
  'modem_manufacturer_2',
  'modem_firmware',
  'modem_firmware_2',
  'monitoring_status',
  'offline_reason',
  'stability',
  'agent',
  'firmware_outdated',
  'config_state',
  'data_limit',
] as const
export type Facet = (typeof facets)[number]

/** Reasons why devices need attention, most urgent first; a device can have several. */
export const attentionKinds = [
  'offline',
  'flapping',
  'weak_signal',
  'data_limit',
  'config_drifted',
  'old_firmware',
  'old_agent',
  'never_connected',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** Values of the filter and the counts: one reason, or any of them. */
export const attentions = ['any', ...attentionKinds] as const

/**
 * Groups of `GET /devices/statistics`: the facets, the need for attention, the age of the latest report, and actions
 * that are running or failed within the last 24 hours, with running campaigns, for users who may see them.
 */
export const statisticsGroups = [...facets, 'attention', 'information_updated', 'actions'] as const

/** `attention` is the most urgent reason of a device; those without one are last. */
export const deviceSorts = [
  'id',
  'name',
  'attention',
  'serial',
  'mac',
  'model',
  'firmware',
  'status',
  'signal',
  'last_connection_at',
  'created_at',
] as const

export const deviceSeries = ['rut', 'trb', 'tcr', 'tap', 'otd', 'swm', 'tsw', 'dap', 'atrm'] as const
export type DeviceSeries = (typeof deviceSeries)[number]

/** Series identified by IMEI; all others by MAC. */
export const imeiSeries: readonly DeviceSeries[] = ['trb']

/** Report groups with their own interval, and its default in seconds (spec §9). */
export const monitoringIntervals = {
  dynamic_monitoring: 300,
  static_monitoring: 1_296_000,
  io_monitoring: 300,
  gps_monitoring: 300,
  hotspot_monitoring: 300,
  wireless_monitoring: 300,
  ddns_monitoring: 300,
  vpn_monitoring: 300,
} as const
export const intervalLimits = { min: 60, max: 31_536_000 } as const

/** Validity of an enrolment key in seconds; a day unless the call says otherwise. */
export const keyLifetime = { min: 60, default: 86_400, max: 366 * 86_400 } as const

/** Hours for which a device counts as seen lately: its key is then only replaced with an operator's consent. */
export const seenLatelyHours = 24
/** Hours for which one re-enrolment is permitted. */
export const permitHours = 24
/** Days for which an enrolment waits for a decision after its last attempt. */
export const claimDays = 7
/** Most pending enrolments of a device: by one company, and by all companies but its own. */
export const claimsOfCompany = 3
export const claimsOfOthers = 10

export const deviceLogTypes = ['connection', 'state', 'event', 'change', 'action'] as const

/** Words for whether the position of devices is known. */
export const placeWords = ['known', 'unknown'] as const

/** Filters of the list of devices, each also as `ne:<name>`. */
export const deviceFilterNames = [...facets, 'mac', 'offline_for', 'attention', 'information_updated', 'place'] as const
export type DeviceFilter = (typeof deviceFilterNames)[number]
