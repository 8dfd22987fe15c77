import { dataLimitWords, type Facet, outdatedWords, stabilities } from '@longreach/contract/devices/constants'
import { needsByItself } from '../attention.ts'
import { band, connectionType, lastKnown, networkState, noSignal, signalKey, text, wanState } from './facet-values.ts'

/** A column of the device row that changes rarely; the list is filtered, counted and sorted by such columns. */
export interface FacetDeclaration {
  column: string
  type: 'text' | 'smallint' | 'boolean'
  /** Initial value; null if absent. */
  default?: string | number
  /**
   * Parameter of the reports, and the function from its value to the stored one. Without it the server sets the column.
   */
  source?: readonly [parameter: string, read: (value: unknown, stored: never) => string | number | null]
  /**
   * Values of the filter of the same name. `any`: the column's values, `is_null`, `not_null`. `closed`: the column's
   * values; it is never null. `unknown`: the column's values, and `unknown` for null. A list: words for the number or
   * boolean in the column; the last one is null.
   */
  filter?: 'any' | 'closed' | 'unknown' | readonly string[]
  /** True if statistics count devices by it. */
  counted: boolean
  /** SQL over devices `d` for the counted value, if it is not the column. */
  countedAs?: string
  /** Column to sort by: never null, with an index for each scope. */
  indexed?: string
}

export type FacetTable = Readonly<Record<string, FacetDeclaration>>

const statusWords = ['offline', 'online', 'pending', 'not_activated'] as const
const monitoringWords = ['not_monitored', 'monitored'] as const

type Read = (value: unknown, stored: never) => string | null

/** Facet of any text that the parameter of that name reports. */
const anyText = <Name extends string, R extends Read>(name: Name, read: R) =>
  ({ column: name, type: 'text', source: [name, read], filter: 'any', counted: true }) as const

/** Facet that reduces the reported text to one of a few words, or null. */
const orUnknown = <Name extends string, R extends Read>(name: Name, read: R) =>
  ({ column: name, type: 'text', source: [name, read], filter: 'unknown', counted: true }) as const

const signalBand = { type: 'text', default: 'no_signal', filter: 'closed', counted: true } as const

/**
 * All facets, in the order of counting. Filters, counts, the trigger and the columns that reports write are derived
 * from them.
 */
export const deviceFacets = {
  status: { column: 'status', type: 'smallint', filter: statusWords, counted: true, indexed: 'status_key' },
  model: { ...anyText('model', lastKnown), indexed: 'model_key' },
  firmware: { ...anyText('firmware', lastKnown), indexed: 'firmware_key' },
  signal: { ...signalBand, column: 'signal_band', source: ['signal', band], indexed: 'signal_key' },
  signal_2: { ...signalBand, column: 'signal_band_2', source: ['signal_2', band] },
  network_state: orUnknown('network_state', networkState),
  network_state_2: orUnknown('network_state_2', networkState),
  connection_type: orUnknown('connection_type', connectionType),
  connection_type_2: orUnknown('connection_type_2', connectionType),
  wan_state: orUnknown('wan_state', wanState),
  operator: anyText('operator', text),
  operator_2: anyText('operator_2', text),
  modem_model: anyText('modem_model', text),
  modem_model_2: anyText('modem_model_2', text),
  modem_manufacturer: anyText('modem_manufacturer', text),
  modem_manufacturer_2: anyText('modem_manufacturer_2', text),
  modem_firmware: anyText('modem_firmware', text),
  modem_firmware_2: anyText('modem_firmware_2', text),
  monitoring_status: { column: 'monitoring_enabled', type: 'boolean', filter: monitoringWords, counted: true },
  // The condition of its filter is in list.ts.
  offline_reason: { column: 'offline_reason', type: 'text', filter: 'any', counted: true },
  stability: { column: 'flapping', type: 'boolean', default: 'false', filter: stabilities, counted: true },
  agent: { column: 'agent_version', type: 'text', filter: 'any', counted: true },
  // Written by the firmware domain.
  firmware_outdated: {
    column: 'firmware_outdated',
    type: 'boolean',
    default: 'false',
    filter: outdatedWords,
    counted: true,
  },
  // Written by the configs domain.
  config_state: { column: 'config_state', type: 'text', default: 'not_read', filter: 'closed', counted: true },
  // Written by the monitoring domain.
  data_limit: {
    column: 'over_data_limit',
    type: 'boolean',
    default: 'false',
    filter: dataLimitWords,
    counted: true,
  },
  // A device that needs attention counts once: by its own state, or else by its agent.
  attention: { column: 'agent_version', type: 'text', counted: true, countedAs: needsByItself },
  signal_key: {
    column: 'signal_key',
    type: 'smallint',
    default: noSignal,
    source: ['signal', signalKey],
    counted: false,
  },
  imei: { column: 'imei', type: 'text', source: ['imei', lastKnown], counted: false },
} as const satisfies Record<Facet, FacetDeclaration> & FacetTable

type Facets = typeof deviceFacets
type Reported = { [N in keyof Facets]: Facets[N] extends { source: unknown } ? N : never }[keyof Facets]

/** Values of the columns that reports change. */
export type FacetValues = {
  [N in Reported as Facets[N]['column']]: ReturnType<Facets[N]['source'][1]>
}

export type Values = Readonly<Record<string, number | string | null>>

/** The columns that a report changes; a parameter missing from the report changes nothing. */
export function changedFacets(stored: FacetValues, values: Values): Partial<FacetValues> | undefined {
  const changed: Record<string, string | number | null> = {}
  for (const { column, source } of Object.values<FacetDeclaration>(deviceFacets)) {
    if (!source || !(source[0] in values)) continue
    const [parameter, read] = source
    const before = stored[column as keyof FacetValues]
    const value = read(values[parameter], before as never)
    if (value !== before) changed[column] = value
  }
  return Object.keys(changed).length > 0 ? changed : undefined
}
