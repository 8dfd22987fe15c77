import { compareFirmware, familyOf, sameFirmware } from '@longreach/contract/link/firmware'
import { findModel } from '@longreach/contract/link/models'

export interface ImageFacts {
  version: string | null
  boards: readonly string[]
}

export interface DeviceFacts {
  model: string | null
  firmware: string | null
  board: string | null
}

/** Firmware families of a device: of its firmware, and of its model. */
const familiesOf = ({ model, firmware }: DeviceFacts): string[] =>
  [familyOf(firmware ?? ''), findModel(model ?? '')?.firmware_family?.toUpperCase()].filter((one) => one !== undefined)

/** Firmware family of an image; undefined if the image only names boards. */
export const familyOfImage = ({ version }: Pick<ImageFacts, 'version'>) => familyOf(version ?? '')

/**
 * Matches an image with a device by the family of its firmware, or else by its board. Unknown if either gives too
 * little information; only the device itself can find out then.
 */
export function fits(image: ImageFacts, device: DeviceFacts): 'fits' | 'other' | 'unknown' {
  const family = familyOfImage(image)
  const families = familiesOf(device)
  if (family !== undefined && families.length > 0) return families.includes(family) ? 'fits' : 'other'
  if (image.boards.length === 0 || !device.board) return 'unknown'
  return image.boards.includes(device.board) ? 'fits' : 'other'
}

/**
 * Compares the version of an image with a device's firmware; `unknown` if either is unknown, or they cannot be
 * compared.
 */
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
