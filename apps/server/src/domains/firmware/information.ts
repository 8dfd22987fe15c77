import { formatTime } from '@longreach/contract/time'
import type { DeviceFirmware } from '../devices/hooks.ts'
import { type DeclaredImage, declaredFor } from './declared.ts'

const shown = (image: DeclaredImage | undefined) =>
  image ? { version: image.version, released_at: formatTime(image.created_at), file_id: image.id } : null

/** The declared images for a device, as its record shows them. */
export const informationOf: DeviceFirmware = async (db, device) => {
  const declared = (await declaredFor(db, [device])).get(device.id)
  return { stable: shown(declared?.stable), latest: shown(declared?.latest) }
}
