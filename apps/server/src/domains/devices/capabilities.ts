import type { Capabilities } from '@longreach/contract/devices/schemas'
import { findModel, type Model } from '@longreach/contract/link/models'

const secondModemModels = ['RUTX12', 'RUTM52', 'RUTM56']
const withoutLan = ['TRB141', 'TRB142', 'TRB145']

/**
 * The version numbers of a firmware name after family and client code: `RUTX_R_00.07.06.10` → [7, 6, 10]; null if there
 * are none.
 */
export function firmwareVersion(firmware: string | null): number[] | null {
  const numbers = firmware
    ?.match(/\d+(?:\.\d+)+/)?.[0]
    ?.split('.')
    .map(Number)
  return numbers ? numbers.slice(1) : null
}

/** True if the firmware is at least `required`, e.g. '07.06'; false if it is unknown. */
export function firmwareAtLeast(firmware: string | null, required: string): boolean {
  const have = firmwareVersion(firmware)
  if (!have) return false
  for (const [index, number] of required.split('.').map(Number).entries()) {
    const part = have[index] ?? 0
    if (part !== number) return part > number
  }
  return true
}

/** Firmware from which a line of models supports something; a line not named here always does. */
const wifiSince: Record<string, string> = { RUT2: '01.11.1', RUT9: '06.05.1', RUTX: '02.01.1' }
const ddnsSince: Record<string, string> = { RUT2: '07.00', RUT3: '07.00', RUT9: '07.00', RUTX: '02.04', TRB: '02.04' }

function since(table: Record<string, string>, model: Model, firmware: string | null): boolean {
  const required = table[model.line] ?? table[model.series]
  return required === undefined || firmwareAtLeast(firmware, required)
}

function hasHotspot(model: Model, firmware: string | null): boolean {
  if (model.model === 'RUT360') return firmwareAtLeast(firmware, '07.00')
  if (model.model === 'RUT300') return firmwareAtLeast(firmware, '07.06')
  if (model.series === 'TRB') return !withoutLan.includes(model.model) && firmwareAtLeast(firmware, '07.06')
  return ['RUT', 'TCR', 'OTD', 'ATRM'].includes(model.series)
}

export interface Reported {
  model: string | null
  firmware: string | null
  caps: readonly string[]
  /** Latest values by parameter name. */
  values: Readonly<Record<string, unknown>>
}

/** A device outside the catalogue supports only what it reports itself. */
function reportedCapabilities({ caps, values }: Reported): Capabilities {
  const has = (name: string) => Object.keys(values).some((key) => key === name || key.startsWith(`${name}.`))
  const ports = Object.keys(values).filter((key) => key.startsWith('port_state.')).length
  return {
    has_wifi: caps.includes('wifi'),
    has_gps: caps.includes('gps') || has('latitude'),
    has_rutos: false,
    has_mobile: caps.includes('modem') || has('signal'),
    port_count: ports,
    has_lan: ports > 0,
    has_hotspot: false,
    sim_count: typeof values.sim_count === 'number' ? values.sim_count : 0,
    has_io: has('din1') || has('dout1') || has('relay0'),
    has_ddns: false,
    has_data_usage: caps.includes('modem') || has('signal'),
    has_l2tp: false,
    has_second_modem: has('signal_2'),
    has_network_map: false,
    has_esim: false,
    has_webfilter: false,
    has_vpn: false,
    has_legacy_alerts: false,
    has_legacy_vpn: false,
  }
}

/** Capabilities of a device: spec §5 'Firmware compatibility' and the flag rules of the model catalogue. */
export function capabilitiesOf(reported: Reported): Capabilities {
  const model = reported.model === null ? undefined : findModel(reported.model)
  if (!model) return reportedCapabilities(reported)
  const { firmware } = reported
  const rutos = model.os === 'RutOS'
  const mobile = model.mobile !== null
  const routed = rutos && model.series !== 'TAP'
  const esim = model.esim === true || (model.esim === 'optional' && reported.caps.includes('esim'))
  const known = firmwareVersion(firmware) !== null
  return {
    has_wifi: model.wifi.length > 0 && since(wifiSince, model, firmware),
    has_gps: model.gps,
    has_rutos: rutos,
    has_mobile: mobile,
    port_count: model.ports,
    has_lan: model.ports > 0,
    has_hotspot: hasHotspot(model, firmware),
    sim_count: mobile ? Math.min(3, model.sim_slots + (esim ? 1 : 0)) : 0,
    has_io: model.io !== null,
    has_ddns: routed && since(ddnsSince, model, firmware),
    has_data_usage: mobile && (model.model !== 'TRB500' || firmwareAtLeast(firmware, '07.12')),
    has_l2tp: routed,
    has_second_modem: secondModemModels.includes(model.model),
    has_network_map: routed,
    has_esim: esim,
    has_webfilter: routed,
    has_vpn: routed,
    has_legacy_alerts: rutos && known && !firmwareAtLeast(firmware, '07.13'),
    has_legacy_vpn: routed && known && !firmwareAtLeast(firmware, '07.06'),
  }
}
