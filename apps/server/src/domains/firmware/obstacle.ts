import type { exclusions } from '@longreach/contract/firmware/constants'
import { type Text, text } from '@longreach/contract/i18n'
import type { Obstacle } from '../actions/kinds.ts'
import type { MatchedDevice, MatchedImage } from './images.ts'
import { comparison, familyOfImage, fits } from './match.ts'

const because = (code: (typeof exclusions)[number], message: Text): Obstacle => ({ code, message })

export interface Consent {
  downgrade: boolean
  metered: boolean
}

/** Reason why an image cannot be installed on a device. */
export function obstacleTo(image: MatchedImage, consent: Consent, device: MatchedDevice): Obstacle | undefined {
  const { name } = device
  const file = image.name
  const fit = fits(image, device)
  if (fit === 'other') {
    const series = familyOfImage(image) ?? image.device_model ?? ''
    const model = device.model || device.board || text('firmware.unnamed')
    return because('UNSUPPORTED_MODEL', text('firmware.other_model', { file, series, name, model }))
  }
  if (fit === 'unknown') return because('UNKNOWN_MODEL', text('firmware.unknown_model', { file, name }))
  const compared = comparison(image, device)
  const current = device.firmware ?? ''
  if (compared === 'same') return because('UP_TO_DATE', text('firmware.up_to_date', { name, version: current }))
  if (compared === 'older' && !consent.downgrade)
    return because('DOWNGRADE', text('firmware.downgrade', { name, version: current }))
  if (device.metered_connection && !consent.metered) return because('METERED', text('firmware.metered', { name }))
  return undefined
}
