import { firmwareContent } from '@longreach/contract/campaigns/content'
import type { ActionHandler } from '../actions/kinds.ts'
import { excludeDevices, findChosen, startAction } from '../actions/start.ts'
import { readContent } from '../campaigns/content.ts'
import type { CampaignKind } from '../campaigns/hooks.ts'
import { selectionOfFilter } from '../devices/selection.ts'
import { argumentOf } from './handler.ts'
import { requireImage } from './images.ts'

/** Firmware updates in waves. */
export const firmwareCampaign = (handler: ActionHandler): CampaignKind => ({
  kind: 'update_firmware',
  action: 'update_firmware',
  async prepare({ db, scope }, request) {
    const { file_id, ...options } = readContent(firmwareContent, request)
    const image = await requireImage(db, scope, file_id)
    return {
      arg: argumentOf(image, options),
      secret: null,
      fileId: image.id,
      fileName: image.name,
      version: image.version,
      size: image.size,
      options,
    }
  },
  async choose(call, { arg }, { device_id, filter }) {
    const file = await handler.fileOf?.(call, arg)
    const selection = filter && (await selectionOfFilter(call, filter))
    const { found, errors: missing } = await findChosen(call.db, call.scope, { device_id, filter: selection })
    const { devices, errors } = excludeDevices(found, { handler, arg, file })
    return { devices, errors: [...missing, ...errors] }
  },
  async check(call, { arg }) {
    await handler.fileOf?.(call, arg)
  },
  async start(db, { arg }, { scope, starter, deviceIds, hours, waits }) {
    const file = await handler.fileOf?.({ db, scope }, arg)
    const { found, errors: missing } = await findChosen(db, scope, { device_id: deviceIds })
    const { devices, errors: excluded } = excludeDevices(found, { handler, arg, file })
    const errors = [...missing, ...excluded]
    if (devices.length === 0) return { actionId: null, devices, errors }
    const { id } = await startAction(db, starter, devices, { handler, arg, file, seconds: 0, waits, hours })
    return { actionId: id, devices, errors }
  },
  failedCheck({ step, message }) {
    if (step < 2) return 'fetched'
    if (message.includes('actions.firmware_wrong')) return 'version'
    return message.includes('actions.firmware_not_back') ? 'returned' : 'installed'
  },
})
