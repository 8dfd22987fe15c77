import { hash } from '../prng.ts'
import type { DeviceSpec } from '../spec.ts'
import type { Values } from './groups.ts'
import { activeSim } from './radio.ts'

export function staticValues(spec: DeviceSpec) {
  const { identity, model, modem, name, seed } = spec
  const latest = model.os === 'TSWOS' ? '00.01.10.2' : '00.07.15.2'
  const family = identity.firmware.split('_R_')[0] ?? model.line
  const values: Values = {
    serial: identity.serial,
    mac: identity.mac,
    model: model.model,
    product_code: `${model.model}${String(hash(seed, 141) % 1_000_000).padStart(6, '0')}`.slice(0, 12),
    hardware_revision: `00${10 + (hash(seed, 142) % 8)}`,
    batch_number: `00${10 + (hash(seed, 143) % 80)}`,
    firmware: identity.firmware,
    fw_latest: `${family}_R_${latest}`,
    fw_stable: `${family}_R_${model.os === 'TSWOS' ? '00.01.10' : '00.07.14.3'}`,
    name,
    kernel: model.os === 'TSWOS' ? '5.10.199' : '5.15.178',
    ...(modem && {
      imei: identity.imei,
      imsi: identity.imsi,
      sim_count: identity.iccids.length,
      modem_manufacturer: modem.manufacturer,
      modem_model: modem.name,
      modem_firmware: modem.firmware,
    }),
    ...(modem &&
      model.second_modem && {
        modem_manufacturer_2: modem.manufacturer,
        modem_model_2: modem.name,
        modem_firmware_2: modem.firmware,
      }),
  }
  // Installing firmware changes it, and a change of the SIM its ICCID.
  return (seconds: number): Values => ({
    ...values,
    firmware: identity.firmware,
    ...(modem && { iccid: identity.iccids[activeSim(spec, seconds) - 1] ?? null }),
  })
}
