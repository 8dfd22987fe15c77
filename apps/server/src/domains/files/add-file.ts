import { type FileType, fileLimits, isFirmware } from '@longreach/contract/files/constants'
import { fileProblem } from '@longreach/contract/forms/files'
import { text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Blob, BlobStore } from './blobs.ts'
import { recognise } from './recognise.ts'
import { insertFile } from './store.ts'

export interface FileToAdd {
  /** A blob that is not finished yet. */
  blobId: number
  companyId: number
  type: FileType
  name: string
  description?: string
  userId?: number | null
  deviceId?: number | null
  /** Facts about the device that sent it, which the content may lack. */
  deviceModel?: string | null
  version?: string | null
  sha256?: string | undefined
}

const refused = (message: ReturnType<typeof text>) => new Problem('VALIDATION_FAILED', { source: 'file', message })

/** Throws if the name is not a valid file name. */
export function checkFileName(name: string): void {
  if ([...name].length > fileLimits.name) throw refused(text('files.name_too_long', { count: fileLimits.name }))
  const problem = fileProblem({}, { name, size: 0, type: '' })
  if (problem !== null) throw refused(problem)
  if (name.trim() === '' || /[\p{Cc}\p{Cf}]/u.test(name)) throw refused(text('forms.file_symbols'))
}

/** Finishes a blob and adds it as a file, in a transaction. Throws if it does not have the format of its type. */
export async function addFile(
  db: Db,
  blobs: BlobStore,
  {
    blobId,
    companyId,
    type,
    name,
    description = '',
    userId = null,
    deviceId = null,
    deviceModel = null,
    version = null,
    sha256,
  }: FileToAdd,
): Promise<{ id: number; blob: Blob }> {
  checkFileName(name)
  const blob = await blobs.finish(db, blobId, isFirmware(type) ? null : companyId, sha256)
  const { size } = blob
  const facts = await recognise(type, { name, size, read: (range) => blobs.read(db, blob.id, range) })
  const id = await insertFile(db, {
    company_id: companyId,
    type,
    name,
    description,
    blob_id: blob.id,
    size,
    user_id: userId,
    device_id: deviceId,
    device_model: deviceModel,
    version,
    ...facts,
  })
  return { id, blob }
}
