import * as z from 'zod/mini'
import { companyContext, durationText, textListText, withNot, wordListText } from '../filter.ts'
import { idListText } from '../ids.ts'
import { searchText } from '../page.ts'
import {
  attentions,
  configStates,
  connectionTypes,
  type DeviceFilter,
  dataLimitWords,
  deviceStatuses,
  informationUpdated,
  monitoringStatuses,
  networkStates,
  offlineReasons,
  outdatedWords,
  placeWords,
  signalBands,
  stabilities,
  wanStates,
} from './constants.ts'
import { boundsText } from './position.ts'

const free = z.optional(z.string().check(z.minLength(1), z.maxLength(100)))
const closed = <const T extends readonly [string, ...string[]]>(values: T) => z.optional(z.enum(values))

/** Filters of rms-domain §2.2; each also as `ne:<name>`. Free ones also accept `is_null` and `not_null`. */
export const deviceFilters = {
  status: z.optional(wordListText(deviceStatuses)),
  model: z.optional(textListText()),
  firmware: z.optional(textListText()),
  signal: z.optional(wordListText(signalBands)),
  signal_2: closed(signalBands),
  network_state: closed(networkStates),
  network_state_2: closed(networkStates),
  connection_type: closed(connectionTypes),
  connection_type_2: closed(connectionTypes),
  wan_state: closed(wanStates),
  operator: free,
  operator_2: free,
  modem_model: free,
  modem_model_2: free,
  modem_manufacturer: free,
  modem_manufacturer_2: free,
  modem_firmware: free,
  modem_firmware_2: free,
  mac: free,
  monitoring_status: closed(monitoringStatuses),
  offline_reason: z.optional(wordListText(offlineReasons)),
  /** Offline for longer than this duration. */
  offline_for: z.optional(durationText()),
  stability: closed(stabilities),
  /** Devices that need attention for any of these reasons. */
  attention: z.optional(wordListText(attentions)),
  agent: free,
  firmware_outdated: closed(outdatedWords),
  config_state: closed(configStates),
  /** Whether a SIM has exceeded its data limit, or will within its billing period. */
  data_limit: closed(dataLimitWords),
  information_updated: closed(informationUpdated),
  /** Whether their position is known. */
  place: closed(placeWords),
} as const satisfies Record<DeviceFilter, z.core.$ZodType>

/** Selects a set of devices where no ids are listed. */
export const deviceSelection = {
  ...withNot(deviceFilters),
  serial: z.optional(textListText()),
  imei: z.optional(textListText()),
  /** The whole name, in any case. */
  name: free,
  /** Devices with a tag of any of these names. */
  tags: z.optional(textListText()),
  /** Devices positioned within `west,south,east,north`, in degrees. */
  bounds: z.optional(boundsText()),
  company_id: z.optional(idListText('company')),
  /** Devices with any of the tags. */
  tag_id: z.optional(idListText('tag')),
  'ne:tag_id': z.optional(idListText('tag')),
  ...companyContext,
  q: searchText(),
}
