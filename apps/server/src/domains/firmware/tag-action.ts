import { type Text, text } from '@longreach/contract/i18n'
import type { ActionHandler } from '../actions/kinds.ts'
import { excludeDevices, findChosen, startAction } from '../actions/start.ts'
import type { TagAction } from '../tags/hooks.ts'
import { argumentOf } from './handler.ts'
import { requireImage } from './images.ts'

/**
 * No user can be asked, so devices keep their settings, are not downgraded, and do not update over a metered
 * connection.
 */
const cautious = { keep_settings: true, downgrade: false, metered: false } as const

/** Updates devices to an image when they get a tag, if it fits. */
export const firmwareTagAction = (handler: ActionHandler): TagAction => ({
  action: 'firmware_upload',
  permission: handler.kind.permission,
  source: 'file',
  filter: { type: 'firmware,global_firmware' },
  nameOf: async ({ db, scope }, id) => (await requireImage(db, scope, id)).name,
  async start(db, { sourceId, scope, starter, deviceIds, cause }) {
    const image = await requireImage(db, scope, sourceId)
    const arg = argumentOf(image, cautious)
    const file = await handler.fileOf?.({ db, scope }, arg)
    const { found } = await findChosen(db, scope, { device_id: deviceIds })
    const { devices, errors } = excludeDevices(found, { handler, arg, file })
    const refused = new Map(errors.map(({ source, message }) => [Number(source), message as Text]))
    if (devices.length === 0) return { action: null, refused }
    const { id } = await startAction(db, starter, devices, { handler, arg, file, seconds: 0, cause })
    return { action: { id, title: text(handler.kind.title) }, refused }
  },
})
