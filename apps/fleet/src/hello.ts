import { apiCapability, commandCapabilities, keepCapability } from '@longreach/contract/link/commands'
import { linkLimits } from '@longreach/contract/link/limits'
import type { Hello } from '@longreach/contract/link/lines'
import { batchCapability } from '@longreach/contract/link/report'
import { templateCapability } from '@longreach/contract/link/template-lines'
import { hash } from './prng.ts'
import type { DeviceSpec } from './spec.ts'
import type { DeviceState } from './state.ts'

function capabilities({ model }: DeviceSpec, isOld: boolean): string[] {
  const caps: [boolean, string][] = [
    [true, 'sh'],
    ...commandCapabilities.map((verb): [boolean, string] => [true, verb]),
    [!isOld, keepCapability],
    [!isOld, apiCapability],
    [!isOld, batchCapability],
    [!isOld, templateCapability],
    [model.mobile !== null, 'modem'],
    [model.gps, 'gps'],
    [model.wifi.length > 0, 'wifi'],
    [model.io !== null, 'io'],
  ]
  return caps.flatMap(([has, name]) => (has ? [name] : []))
}

/** One in this many devices still has an older agent. */
const oldAgents = 8

/** The hello of a device. A twin has the same serial and another MAC. */
export function helloOf(spec: DeviceSpec, state: DeviceState, now: number, twin: boolean): Hello {
  const { identity, model, name } = spec
  const isOld = state.agent === undefined && hash(spec.seed, 187) % oldAgents === 0
  return {
    v: linkLimits.protocol,
    serial: identity.serial,
    mac: twin ? identity.mac.replace(/..$/, 'EE') : identity.mac,
    model: model.model,
    firmware: identity.firmware,
    backend: 'rutos',
    agent: state.agent ?? (isOld ? '1.1.0' : '1.11.0'),
    boot: state.boot,
    uptime: Math.max(0, Math.floor(now - state.bootAt)),
    name,
    ...(identity.imei !== null && { imei: identity.imei }),
    ...(state.apply && state.apply.state !== 'confirmed' && { apply: `${state.apply.id} ${state.apply.state}` }),
    caps: capabilities(spec, isOld),
  }
}
