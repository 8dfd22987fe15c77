import { type FirmwareArgument, firmwareArgument } from '@longreach/contract/actions/arguments'
import { text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { wasFetched } from '../actions/device-files/downloads.ts'
import { type ActionHandler, actionHandler } from '../actions/kinds.ts'
import { findContent } from '../files/store.ts'
import { findMatch, requireImage, type UsableImage } from './images.ts'
import { type Consent, obstacleTo } from './obstacle.ts'

const readArgument = (argument: string | null): FirmwareArgument => firmwareArgument.parse(JSON.parse(argument ?? ''))

/** Argument of an update with an image. */
export const argumentOf = (
  { id, name, sha256, size, version }: UsableImage,
  options: Consent & { keep_settings: boolean },
): string => JSON.stringify({ file_id: id, name, sha256, size, version, ...options } satisfies FirmwareArgument)

/** A version as one word of a command; the device mentions it in its own log. */
export const versionWord = (version: string | null): string =>
  (version ?? '').replace(/[^A-Za-z0-9.+~-]+/g, '_').slice(0, 64) || '-'

/** The device fetches the image, then installs it and restarts. */
export const firmwareHandler = (db: Db): ActionHandler =>
  actionHandler('update_firmware', {
    async fileOf(call, argument) {
      const { file_id, keep_settings, ...consent } = readArgument(argument)
      const image = await requireImage(call.db, call.scope, file_id)
      return {
        id: image.id,
        audit: { firmware: image.name, keep_settings },
        obstacle: (device) => obstacleTo(image, consent, device),
      }
    },
    async prevents(tx, target) {
      const { file_id, keep_settings, ...consent } = readArgument(target.arg)
      const found = await findMatch(tx, file_id, target.device_id)
      const obstacle = found && obstacleTo(found.image, consent, found.device)
      return obstacle && text('firmware.not_sent', { reason: obstacle.message })
    },
    async command(target, step, { offerDownload }) {
      const { file_id, sha256, size, version, keep_settings } = readArgument(target.arg)
      if (step > 1)
        return { verb: 'firmware', arg: `${sha256} ${keep_settings ? 'keep' : 'reset'} ${versionWord(version)}` }
      const content = await findContent(db, file_id)
      if (!content) throw new Error(`File ${file_id} of an update was deleted`)
      return { verb: 'fetch', arg: `${await offerDownload(target, content)} ${sha256} ${size}` }
    },
    async verify(tx, { id, command_id }, step) {
      if (step > 1 || (await wasFetched(tx, id, command_id ?? ''))) return undefined
      return text('actions.firmware_not_fetched')
    },
  })
