import type { CampaignKind } from '../campaigns/hooks.ts'
import { argumentOf } from './handler.ts'
import { requireImage } from './images.ts'

/** Updates of the firmware in waves. */
export const firmwareCampaign: CampaignKind = {
  kind: 'update_firmware',
  async prepare({ db, scope }, { file_id, keep_settings, downgrade = false, metered = false }) {
    const image = await requireImage(db, scope, file_id)
    const arg = argumentOf(image, { keep_settings, downgrade, metered })
    return { arg, fileId: image.id, fileName: image.name, version: image.version, size: image.size }
  },
  failedCheck({ step, message }) {
    if (step < 2) return 'fetched'
    if (message.includes('actions.firmware_wrong')) return 'version'
    return message.includes('actions.firmware_not_back') ? 'returned' : 'installed'
  },
}
