import { chance, hash, spellAt } from '../prng.ts'
import type { DeviceSpec } from '../spec.ts'
import { daySeconds, hourSeconds } from './clock.ts'
import type { Boot, Values } from './groups.ts'
import { clientsOf } from './system.ts'

const down = { every: 12 * hourSeconds, probability: 0.4, shortest: 300, longest: 3600 }
const renewal = 6 * hourSeconds
const listed = 3

/** A hotspot with its first users. */
export const hotspotValues =
  (spec: DeviceSpec) =>
  (seconds: number, { meters }: Boot): Values => {
    const users = Math.floor(clientsOf(spec, seconds) * 0.6)
    const values: Values = {
      'hotspot_enabled.1': 1,
      'hotspot_ssid.1': 'Guests',
      'hotspot_ip.1': '192.168.182.1',
      'download_limit.1': 8000,
      'upload_limit.1': 2000,
      users_active: users,
    }
    for (let user = 1; user <= listed; user++) {
      const there = user <= users
      const stay = 900 + Math.floor(chance(spec.seed, 181, user) * 3600)
      const start = Math.floor(seconds / stay) * stay
      const octet = (place: number) => (hash(spec.seed, 182, user, place) % 256).toString(16).padStart(2, '0')
      const used = (way: 'sent' | 'received') =>
        Math.max(0, Math.floor((meters.read(seconds, way, 0) - meters.read(start, way, 0)) * 0.2))
      values[`user_name.${user}`] = there ? `guest-${100 + (hash(spec.seed, 183, user, start) % 900)}` : null
      values[`user_mac.${user}`] = there ? `02:${[1, 2, 3, 4, 5].map(octet).join(':')}` : null
      values[`user_ip.${user}`] = there ? `192.168.182.${9 + user}` : null
      values[`user_state.${user}`] = there ? 1 : null
      values[`user_start.${user}`] = there ? start : null
      values[`user_use_time.${user}`] = there ? Math.floor(seconds - start) : null
      values[`user_download.${user}`] = there ? used('received') : null
      values[`user_upload.${user}`] = there ? used('sent') : null
    }
    return values
  }

/** Two names: one that is renewed, and one whose provider refuses it. */
export const ddnsValues =
  (spec: DeviceSpec) =>
  (seconds: number): Values => {
    const renewed = Math.floor(seconds / renewal) * renewal
    const address = `193.219.${hash(spec.seed, 184) % 256}.${1 + (hash(spec.seed, 185) % 254)}`
    const one = (name: string, status: string, host: string, error: string): Values => ({
      [`ddns_name.${name}`]: name,
      [`ddns_enabled.${name}`]: 1,
      [`ddns_status.${name}`]: status,
      [`ddns_host.${name}`]: host,
      [`ddns_ip.${name}`]: error === '' ? address : null,
      [`ddns_last_update.${name}`]: error === '' ? renewed : renewed - 3 * daySeconds,
      [`ddns_error.${name}`]: error,
    })
    return {
      ...one('office', 'Updated', 'office.longreach.test', ''),
      ...one('guests', 'Error', 'guests.longreach.test', 'badauth'),
    }
  }

/** A tunnel to the head office, which fails at times, and one that is turned off. */
export const l2tpValues =
  (spec: DeviceSpec) =>
  (seconds: number, { meters }: Boot): Values => {
    const online = !spellAt(spec.seed, 186, seconds, down)
    return {
      l2tp_status: 4,
      'l2tp_name.office': 'office',
      'l2tp_role.office': 'client',
      'l2tp_enabled.office': 1,
      'l2tp_status.office': online ? 1 : 2,
      'l2tp_local_ip.office': online ? '10.30.0.7' : null,
      'l2tp_remote_ip.office': '193.219.40.2',
      'l2tp_rx_bytes.office': Math.floor(meters.read(seconds, 'received', 0) * 0.1),
      'l2tp_tx_bytes.office': Math.floor(meters.read(seconds, 'sent', 0) * 0.1),
      'l2tp_name.workshop': 'workshop',
      'l2tp_role.workshop': 'client',
      'l2tp_enabled.workshop': 0,
      'l2tp_status.workshop': 3,
    }
  }
