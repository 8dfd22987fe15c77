import { updateFirmware } from '@longreach/contract/firmware/endpoints'
import { fetchFile } from '../gateway/file.ts'
import { at, heard, type online } from './actions.ts'

/** Firmware of the devices in these tests, before and after an update. */
export const before = 'RUTX_R_00.07.06.3'
export const after = 'RUTX_R_00.07.06.10'
/** Fields in the hello of such a device. */
export const router = { model: 'RUTX11', firmware: before, backend: 'rutos' } as const

type Online = Awaited<ReturnType<typeof online>>

export const update = (file: number, ids: number[], more: object = {}, client = at.admin) =>
  client.call(updateFirmware, { body: { file_id: file, device_id: ids, keep_settings: true, ...more } })

/** Fetches the whole content that a device's command names. */
export async function fetched({ enrolled, device }: Online, command = 1) {
  const { id, arg } = await heard(device, command)
  const [ticket = '', sha256, size] = arg.split(' ')
  const known = {
    port: at.world.app.gatewayPort as number,
    deviceId: enrolled.deviceId,
    privateKey: enrolled.privateKey,
  }
  const { bytes } = await fetchFile(known, ticket)
  return { id, sha256, size: Number(size), bytes }
}
