import { chance, hash, spellAt } from '../prng.ts'
import type { DeviceSpec } from '../spec.ts'
import { daySeconds, hourSeconds } from './clock.ts'
import type { Boot, Values } from './groups.ts'
import { activeSim, radioOf } from './radio.ts'
import { clientsOf, loadOf, memoryOf, portsOf, temperatureOf } from './system.ts'

const reconnect = 17 * hourSeconds
const cableCut = { every: 2 * daySeconds, probability: 0.6, shortest: 600, longest: 3 * hourSeconds }

function modemValues(spec: DeviceSpec, seconds: number, boot: Boot, modem: 1 | 2): Values {
  const radio = radioOf(spec, seconds, modem)
  const tail = modem === 2 ? '_2' : ''
  const shift = chance(spec.seed, 131, modem) * reconnect
  const session = Math.floor((seconds + shift) / reconnect)
  const since = Math.max(boot.at, session * reconnect - shift)
  const address = hash(spec.seed, 132, modem, session)
  const values: Values = {
    signal: radio.signal,
    rsrp: radio.rsrp,
    rsrq: radio.rsrq,
    sinr: radio.sinr,
    rscp: radio.rscp,
    ecio: radio.ecio,
    operator: radio.operator.name,
    operator_number: radio.operator.mcc + radio.operator.mnc,
    mcc: radio.operator.mcc,
    mnc: radio.operator.mnc,
    network_state: radio.searching ? 'searching' : radio.roaming ? 'registered (roaming)' : 'registered (home)',
    connection_type: radio.technology,
    connection_state: radio.searching ? 'disconnected' : 'connected',
    band: radio.band,
    arfcn: radio.arfcn,
    cell_id: radio.cellId,
    lac: radio.areaCode,
    tac: radio.areaCode,
    sim_slot: activeSim(spec, seconds),
    sim_state: 'inserted',
    pin_state: 'ready',
    mobile_ip: `10.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${1 + (address % 254)}`,
    connection_uptime: Math.max(0, Math.floor(seconds - since)),
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name + tail, value]))
}

function trafficValues(spec: DeviceSpec, seconds: number, { meters }: Boot): Values {
  const whole = { sent: meters.read(seconds, 'sent', 0), received: meters.read(seconds, 'received', 0) }
  const ports: Values =
    spec.model.ports > 0
      ? { 'port_rx_bytes.lan1': Math.floor(whole.sent * 0.31), 'port_tx_bytes.lan1': Math.floor(whole.received * 0.31) }
      : {}
  if (!spec.modem) {
    return spec.model.ports > 0
      ? { ...ports, 'port_rx_bytes.wan': whole.received, 'port_tx_bytes.wan': whole.sent }
      : ports
  }
  return {
    ...whole,
    sim1_sent: meters.read(seconds, 'sent', 1),
    sim1_received: meters.read(seconds, 'received', 1),
    ...(spec.model.sim_slots > 1 && {
      sim2_sent: meters.read(seconds, 'sent', 2),
      sim2_received: meters.read(seconds, 'received', 2),
    }),
    modem_id: '3-1',
    ...ports,
  }
}

/** An office has a cable and falls back to the modem; other devices have only the modem, or without one the cable. */
function uplink(spec: DeviceSpec, seconds: number): 'Wired' | 'Mobile' {
  if (!spec.modem) return 'Wired'
  const cabled = spec.use === 'office' && spec.model.wan_ports > 0
  return cabled && !spellAt(spec.seed, 133, seconds, cableCut) ? 'Wired' : 'Mobile'
}

export function dynamicValues(spec: DeviceSpec) {
  const ports = portsOf(spec)
  return (seconds: number, boot: Boot): Values => {
    const memory = memoryOf(spec, seconds, boot.at)
    const wan = uplink(spec, seconds)
    const address = hash(spec.seed, 134, wan === 'Mobile' ? Math.floor(seconds / reconnect) : 0)
    return {
      ...(spec.modem && modemValues(spec, seconds, boot, 1)),
      ...(spec.model.second_modem && modemValues(spec, seconds, boot, 2)),
      temperature: temperatureOf(spec, seconds),
      router_uptime: Math.max(0, Math.floor(seconds - boot.at)),
      cpu_load: loadOf(spec, seconds),
      ram_total: memory.total,
      ram_free: memory.free,
      flash_total: memory.flashTotal,
      flash_free: memory.flashFree,
      clients_count: clientsOf(spec, seconds),
      wan_state: wan,
      wan_ip: `${wan === 'Mobile' ? '84.15' : '193.219'}.${(address >>> 8) & 255}.${1 + (address % 254)}`,
      ...(spec.model.ports > 0 && { port_state: ports }),
      ...trafficValues(spec, seconds, boot),
    }
  }
}
