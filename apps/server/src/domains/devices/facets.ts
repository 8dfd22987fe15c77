import { signalBand } from '@longreach/contract/devices/constants'

/** Latest values that change rarely, as stored on the device row. */
export interface FacetValues {
  model: string | null
  firmware: string | null
  signal_band: string
  signal_band_2: string
  signal_key: number
  network_state: string | null
  network_state_2: string | null
  connection_type: string | null
  connection_type_2: string | null
  wan_state: string | null
  operator: string | null
  operator_2: string | null
  modem_model: string | null
  modem_model_2: string | null
  modem_manufacturer: string | null
  modem_manufacturer_2: string | null
  modem_firmware: string | null
  modem_firmware_2: string | null
  imei: string | null
}

export type Values = Readonly<Record<string, number | string | null>>

const noSignal = -32_768
/** dB a signal has to move before the list is sorted again for it. */
const signalStep = 3

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A modem's name for its registration → `home`, `roaming` or unknown. */
export function networkState(value: unknown): string | null {
  const words = text(value)?.toLowerCase() ?? ''
  if (words.includes('roam')) return 'roaming'
  return words.includes('home') || words === 'registered' ? 'home' : null
}

/** A modem's name for its technology → `5g` … `2g` or unknown. */
export function connectionType(value: unknown): string | null {
  const words = text(value)?.toLowerCase() ?? ''
  if (/5g|nr/.test(words)) return '5g'
  if (/4g|lte/.test(words)) return '4g'
  if (/3g|wcdma|umts|hspa|hsdpa|hsupa/.test(words)) return '3g'
  return /2g|gsm|edge|gprs/.test(words) ? '2g' : null
}

/** Kind of the uplink → `mobile`, `wired`, `wifi` or unknown. */
export function wanState(value: unknown): string | null {
  const words = text(value)?.toLowerCase() ?? ''
  if (words.includes('mob')) return 'mobile'
  if (/wi-?fi|wlan|wireless/.test(words)) return 'wifi'
  return /wire|eth|wan/.test(words) ? 'wired' : null
}

const dbm = (value: unknown) => (typeof value === 'number' ? Math.round(value) : null)

/** The facets that a report changes; a parameter that is not in the report changes nothing. */
export function changedFacets(now: FacetValues, values: Values): Partial<FacetValues> | undefined {
  const next: Partial<FacetValues> = {}
  const set = <K extends keyof FacetValues>(facet: K, parameter: string, read: (value: unknown) => FacetValues[K]) => {
    if (!(parameter in values)) return
    const value = read(values[parameter])
    if (value !== now[facet]) next[facet] = value
  }
  set('model', 'model', (value) => text(value) ?? now.model)
  set('firmware', 'firmware', (value) => text(value) ?? now.firmware)
  set('imei', 'imei', (value) => text(value) ?? now.imei)
  for (const twin of ['', '_2'] as const) {
    set(`signal_band${twin}`, `signal${twin}`, (value) => signalBand(dbm(value)))
    set(`network_state${twin}`, `network_state${twin}`, networkState)
    set(`connection_type${twin}`, `connection_type${twin}`, connectionType)
    set(`operator${twin}`, `operator${twin}`, text)
    set(`modem_model${twin}`, `modem_model${twin}`, text)
    set(`modem_manufacturer${twin}`, `modem_manufacturer${twin}`, text)
    set(`modem_firmware${twin}`, `modem_firmware${twin}`, text)
  }
  set('wan_state', 'wan_state', wanState)
  set('signal_key', 'signal', (value) => {
    const key = dbm(value) ?? noSignal
    return Math.abs(key - now.signal_key) >= signalStep ? key : now.signal_key
  })
  return Object.keys(next).length > 0 ? next : undefined
}
