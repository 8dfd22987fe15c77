import type { FileType } from '@longreach/contract/files/constants'
import {
  cancelUpload,
  createFile,
  finishUpload,
  getUpload,
  sendPart,
  startGlobalUpload,
  startUpload,
} from '@longreach/contract/files/endpoints'
import { text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import type { Placement } from '../../db/scope.ts'
import { lacks } from '../../endpoint/lacks.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { findPlacement } from '../companies/store.ts'
import type { DiskSpace } from '../system/disk-space.ts'
import { addFile } from './add-file.ts'
import { type BlobStore, WrongOffset } from './blobs.ts'
import * as uploads from './uploads.ts'

export interface UploadDeps {
  blobs: BlobStore
  diskSpace: Pick<DiskSpace, 'free' | 'required'>
  /** Total bytes of files that a company may store. */
  quota: number
}

const platform: Placement = { company_id: 0, l1_id: null, l2_id: null }

/** The company of a new file: the caller's own unless another is named. */
export async function companyOf(
  { db, scope, session }: Pick<Call, 'db' | 'scope' | 'session'>,
  named: number | undefined,
) {
  const id = named ?? session.companyId
  if (id === 0)
    throw new Problem('VALIDATION_FAILED', { source: 'company_id', message: text('forms.company_required') })
  const company = await findPlacement(db, scope, id)
  if (!company) throw notFound('company_id')
  return company
}

export function uploadRoutes({ blobs, diskSpace, quota }: UploadDeps): Route[] {
  /** Throws unless the disk can take the whole file. */
  function checkDiskSpace(size: number): void {
    const free = diskSpace.free()
    if (free !== null && free - size < diskSpace.required)
      throw new Problem('UNAVAILABLE', { message: text('system.disk_full'), retryAfter: 60 })
  }

  async function start(
    { db, session, audit }: Pick<Call, 'db' | 'session' | 'audit'>,
    company: Placement,
    type: FileType,
    { name, size, description = '' }: { name: string; size: number; description?: string | undefined },
  ) {
    const upload = { userId: session.userId, companyId: company.company_id, type, name, description, size }
    const id = await uploads.startUpload(db, blobs, upload, quota)
    checkDiskSpace(size)
    audit({ target: 'upload', targetId: id, company, after: { name, type, size } })
    return { data: { id, size, received: 0, file_id: null } }
  }

  async function placeOf(db: Db, { scope, session }: Call, companyId: number, type: FileType): Promise<Placement> {
    if (type !== 'global_firmware') return companyOf({ db, scope, session }, companyId)
    if (!session.permissions.has('upload_files_global_scope')) throw lacks(session, 'upload_files_global_scope')
    return platform
  }

  return [
    route(startUpload, async (call) =>
      start(call, await companyOf(call, call.body.company_id), call.body.type, call.body),
    ),
    route(startGlobalUpload, async (call) => start(call, platform, 'global_firmware', call.body)),
    route(getUpload, async ({ db, session, params }) => {
      const upload = await uploads.findUpload(db, session.userId, params.id)
      const { id, size, file_id } = upload
      return { data: { id, size, file_id, received: await uploads.receivedOf(db, blobs, upload) } }
    }),
    route(sendPart, async ({ db, session, params, query, bytes, reply }) => {
      const upload = await uploads.findUpload(db, session.userId, params.id)
      try {
        return { data: { received: await uploads.receivePart(db, blobs, upload, query.offset, bytes) } }
      } catch (error) {
        if (error instanceof WrongOffset) reply.header('upload-offset', String(error.received))
        throw error
      }
    }),
    route(finishUpload, async (call) => {
      const { db, session, params, body, audit } = call
      const upload = await uploads.findUpload(db, session.userId, params.id, true)
      if (upload.file_id !== null) return { data: { id: upload.file_id } }
      const received = await uploads.receivedOf(db, blobs, upload)
      if (upload.blob_id === null || received !== upload.size) {
        const message = text('files.incomplete', { received, size: upload.size })
        throw new Problem('CONFLICT', { source: 'file', message })
      }
      const { type, name, description, company_id } = upload
      const company = await placeOf(db, call as unknown as Call, company_id, type)
      const { id } = await addFile(db, blobs, {
        blobId: upload.blob_id,
        companyId: company_id,
        type,
        name,
        description,
        userId: session.userId,
        sha256: body.sha256,
      })
      await uploads.completeUpload(db, upload.id, id)
      audit({ target: 'file', targetId: id, company, after: { name, type, description } })
      return { data: { id } }
    }),
    route(cancelUpload, async ({ db, session, params, audit }) => {
      const upload = await uploads.findUpload(db, session.userId, params.id, true)
      await uploads.removeUpload(db, blobs, upload)
      audit({ target: 'upload', targetId: upload.id, before: { name: upload.name } })
      return { data: {} }
    }),
    route(createFile, async ({ db, scope, session, body, files, audit }) => {
      const { name, size, blobId } = files.file as { name: string; size: number; blobId: number }
      const company = await companyOf({ db, scope, session }, body.company_id)
      await uploads.checkQuota(db, company.company_id, size, quota)
      const { type, description = '', sha256 } = body
      const file = { companyId: company.company_id, type, name, description, userId: session.userId, sha256 }
      const { id } = await addFile(db, blobs, { blobId, ...file })
      audit({ target: 'file', targetId: id, company, after: { name, type, description } })
      return { data: { id }, meta: { id } }
    }),
  ]
}
