import type { Capabilities } from '@longreach/contract/devices/schemas'
import { findModel, type Model } from '@longreach/contract/link/models'
import { type GateKey, gateOf } from '@longreach/contract/monitoring/gates'

const secondModemModels = ['RUTX12', 'RUTM52', 'RUTM56']

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

/** True if the firmware is at least `required`, e.g. '07.06'; false if the firmware is unknown. */
export function firmwareAtLeast(firmware: string | null, required: string): boolean {
  const have = firmwareVersion(firmware)
  if (!have) return false
  for (const [index, number] of required.split('.').map(Number).entries()) {
    const part = have[index] ?? 0
    if (part !== number) return part > number
  }
  return true
}

/** True if the firmware supports the feature, or the model has no gate for it. */
function supports(key: GateKey, { model }: Model, firmware: string | null): boolean {
  const gate = gateOf(key, model)
  return !gate || (!gate.never?.includes(model) && firmwareAtLeast(firmware, gate.from))
}

/** First RutOS firmware with automations instead of alerts. */
const automationsFrom = '07.13'

const withHotspot = ['RUT', 'TRB', 'TCR', 'OTD', 'ATRM']

export interface Reported {
  model: string | null
  firmware: string | null
  caps: readonly string[]
  /** Latest values by parameter name. */
  values: Readonly<Record<string, unknown>>
}

/** A device outside the catalogue supports only what its reports show. */
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
    has_hotspot: has('users_active') || has('hotspot_enabled'),
    sim_count: typeof values.sim_count === 'number' ? values.sim_count : 0,
    has_io: has('din1') || has('dout1') || has('relay0'),
    has_ddns: has('ddns_status'),
    has_data_usage: caps.includes('modem') || has('signal'),
    has_l2tp: has('l2tp_status'),
    has_second_modem: has('signal_2') || has('modem_id_2'),
    has_network_map: false,
    has_esim: false,
    has_webfilter: false,
    has_vpn: false,
    has_legacy_alerts: false,
    has_legacy_vpn: false,
  }
}

/** True if the device has automations instead of alerts: RutOS from 07.13 on. */
export const usesAutomations = ({ model, firmware }: Pick<Reported, 'model' | 'firmware'>): boolean =>
  model !== null && findModel(model)?.os === 'RutOS' && firmwareAtLeast(firmware, automationsFrom)

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
    has_wifi: model.wifi.length > 0 && supports('wireless', model, firmware),
    has_gps: model.gps,
    has_rutos: rutos,
    has_mobile: mobile,
    port_count: model.ports,
    has_lan: model.ports > 0,
    has_hotspot: withHotspot.includes(model.series) && supports('hotspot', model, firmware),
    sim_count: mobile ? Math.min(3, model.sim_slots + (esim ? 1 : 0)) : 0,
    has_io: model.io !== null,
    has_ddns: routed && supports('ddns', model, firmware),
    has_data_usage: mobile && supports('data_usage', model, firmware),
    has_l2tp: routed,
    has_second_modem: secondModemModels.includes(model.model),
    has_network_map: routed,
    has_esim: esim,
    has_webfilter: routed,
    has_vpn: routed,
    has_legacy_alerts: rutos && known && !firmwareAtLeast(firmware, automationsFrom),
    has_legacy_vpn: routed && known && !firmwareAtLeast(firmware, '07.06'),
  }
}
