import { type Text, text } from '@longreach/contract/i18n'
import { compareFirmware, familyOf, sameFirmware } from '@longreach/contract/link/firmware'
import { findModel } from '@longreach/contract/link/models'

/** Origin of a backup, as far as it is known: an uploaded one does not show it. */
export interface BackupOrigin {
  device_id: number | null
  device_model: string | null
  version: string | null
}

interface Target {
  id: number
  name: string
  model: string | null
  firmware: string | null
}

/** Firmware families of a device: of its firmware, and of its model. */
const familiesOf = (model: string | null, firmware: string | null): string[] =>
  [familyOf(firmware ?? ''), findModel(model ?? '')?.firmware_family?.toUpperCase()].filter((one) => one !== undefined)

const sameModel = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.trim().toUpperCase() === other.trim().toUpperCase()

/** Reason why a backup does not fit a device. */
export interface OriginFault {
  code: 'OTHER_MODEL' | 'OTHER_FIRMWARE'
  message: Text
}

/**
 * `OTHER_MODEL`: the settings name interfaces and radios that another model does not have. `OTHER_FIRMWARE`: it may
 * work, but the caller has to agree, as for a backup whose origin is too little known.
 */
export function faultOfOrigin(backup: BackupOrigin, { id, name, model, firmware }: Target): OriginFault | undefined {
  const { device_model, version } = backup
  const [families, own] = [familiesOf(device_model, version), familiesOf(model, firmware)]
  const alike = backup.device_id === id || sameModel(device_model, model) || families.some((one) => own.includes(one))
  const comparable = (device_model !== null && model !== null) || (families.length > 0 && own.length > 0)
  const other = (message: Text): OriginFault => ({ code: 'OTHER_FIRMWARE', message })
  if (!alike && !comparable) return other(text('configs.backup_unknown', { name }))
  if (!alike) {
    const from = device_model ?? version ?? ''
    return {
      code: 'OTHER_MODEL',
      message: text('configs.backup_other_model', { name, model: model ?? firmware ?? '', from }),
    }
  }
  if (!version || !firmware) return other(text('configs.backup_firmware_unknown', { name }))
  if (sameFirmware(version, firmware)) return undefined
  const order = compareFirmware(firmware, version)
  if (order === undefined || order === 0)
    return other(text('configs.backup_firmware_differs', { name, version: firmware, from: version }))
  return other(
    order < 0
      ? text('configs.backup_firmware_older', { name, version: firmware, from: version })
      : text('configs.backup_firmware_newer', { name, version: firmware, from: version }),
  )
}
