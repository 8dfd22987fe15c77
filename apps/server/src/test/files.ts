import { randomBytes } from 'node:crypto'
import type { UploadType } from '@longreach/contract/files/constants'
import { createFile, sendPart, startUpload } from '@longreach/contract/files/endpoints'
import { createImage } from '@longreach/contract/files/image-endpoints'
import type { TestClient } from './client.ts'

/** Uploads a file of the caller's company in one call, with different content each time unless given. */
export async function uploadFile(
  client: TestClient,
  {
    type = 'device_task_manager_file',
    ...file
  }: { type?: UploadType; name?: string; bytes?: Uint8Array<ArrayBuffer> } = {},
): Promise<number> {
  const { name = 'task.txt', bytes = new TextEncoder().encode('reboot') } = file
  const { data, text } = await client.call(createFile, { body: { type }, files: { file: new File([bytes], name) } })
  if (!data) throw new Error(`No file: ${text}`)
  return data.id
}

/** Uploads a RutOS image for devices of the family RUTX, of the caller's company; its content is random. */
export const uploadFirmware = (client: TestClient, version = 'RUTX_R_00.07.06.10') =>
  uploadFile(client, { type: 'firmware', name: `${version}_WEBUI.bin`, bytes: new Uint8Array(randomBytes(20_000)) })

/** An upload of the caller for three bytes: nothing, or all of it was sent. */
export async function beginUpload(client: TestClient, complete = false): Promise<number> {
  const body = { type: 'device_task_manager_file', name: 'task.txt', size: 3 } as const
  const { data, text } = await client.call(startUpload, { body })
  if (!data) throw new Error(`No upload: ${text}`)
  const { id } = data
  if (complete) await client.call(sendPart, { params: { id }, query: { offset: 0 }, bytes: new Uint8Array(3) })
  return id
}

export const onePixel = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** An image of the caller's company. */
export async function uploadImage(
  client: TestClient,
  { name = 'plan.png', bytes = onePixel }: { name?: string; bytes?: Uint8Array<ArrayBuffer> } = {},
): Promise<number> {
  const { data, text } = await client.call(createImage, {
    body: { type: 'device_dashboard' },
    files: { image: new File([bytes], name) },
  })
  if (!data) throw new Error(`No image: ${text}`)
  return data.id
}
