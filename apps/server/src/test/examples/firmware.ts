import { type Example, type Examples, router } from './shared.ts'

const onRouter =
  (rest: object, file?: 'file_id'): Example =>
  async (own) => ({
    body: { device_id: [await router(own)], ...(file ? { [file]: await own.firmware() } : {}), ...rest },
  })

export const examples: Examples = {
  'firmware.choices': onRouter({}),
  'firmware.preview': onRouter({}, 'file_id'),
  'firmware.update': onRouter({ keep_settings: true }, 'file_id'),
  'firmware.declare': async (own) => ({ params: { id: await own.firmware() }, body: { declared: 'stable' } }),
  'firmware.set_updates': async (own) => {
    const row = { id: await router(own), file_id: await own.firmware() }
    return { body: { data: [{ ...row, action: 'update_firmware', offline: true, keep_settings: true }] } }
  },
  'firmware.cancel_updates': async (own) => {
    const id = await own.device()
    const { action_target } = await own.action({ device_id: id, kind: 'update_firmware' })
    return { body: { data: [{ id, job_id: [action_target] }] } }
  },
}
