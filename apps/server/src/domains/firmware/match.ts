import { compareFirmware, familyOf, sameFirmware } from '@longreach/contract/link/firmware'
import { findModel } from '@longreach/contract/link/models'

/** What an image says about itself. */
export interface ImageFacts {
  version: string | null
  boards: readonly string[]
}

/** What a device says about itself. */
export interface DeviceFacts {
  model: string | null
  firmware: string | null
  board: string | null
}

/** Families of firmware a device can have: that of its own, and that of its model. */
const familiesOf = ({ model, firmware }: DeviceFacts): string[] =>
  [familyOf(firmware ?? ''), findModel(model ?? '')?.firmware_family?.toUpperCase()].filter((one) => one !== undefined)

/** The family an image is for; undefined for one that names boards alone. */
export const familyOfImage = ({ version }: Pick<ImageFacts, 'version'>) => familyOf(version ?? '')

/**
 * Whether an image is for a device: by the family of its firmware, or else by its board. Unknown where either does not
 * say enough; only the device itself can find out then.
 */
export function fits(image: ImageFacts, device: DeviceFacts): 'fits' | 'other' | 'unknown' {
  const family = familyOfImage(image)
  const families = familiesOf(device)
  if (family !== undefined && families.length > 0) return families.includes(family) ? 'fits' : 'other'
  if (image.boards.length === 0 || !device.board) return 'unknown'
  return image.boards.includes(device.board) ? 'fits' : 'other'
}

/** How an image compares with what a device has; `unknown` if either version is, or they cannot be compared. */
export function comparison(
  { version }: Pick<ImageFacts, 'version'>,
  { firmware }: Pick<DeviceFacts, 'firmware'>,
): 'same' | 'newer' | 'older' | 'unknown' {
  if (!version || !firmware) return 'unknown'
  if (sameFirmware(version, firmware)) return 'same'
  const order = compareFirmware(version, firmware)
  if (order === undefined || order === 0) return 'unknown'
  return order > 0 ? 'newer' : 'older'
}
