import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { empty, endpoint } from '../endpoint.ts'
import { companyContext, createdBetween, emptiness, searchIn, textListText, withNot, wordListText } from '../filter.ts'
import { companyIdText, id, idListText, idText } from '../ids.ts'
import { intText, listMeta, listQuery } from '../page.ts'
import { fileLimits, fileSorts, fileTypes, uploadRules } from './constants.ts'
import {
  fileChangeSchema,
  fileSchema,
  finishSchema,
  newFileSchema,
  newGlobalUploadSchema,
  newUploadSchema,
  uploadSchema,
} from './schemas.ts'

const one = z.object({ id: idText('file') })
const upload = z.object({ id: idText('upload') })

const filters = {
  ...withNot({
    company_id: z.optional(companyIdText()),
    type: z.optional(wordListText(fileTypes)),
    device_model: z.optional(textListText()),
  }),
  device_id: z.optional(z.union([z.enum(emptiness), idText('device')])),
  ...createdBetween,
  ...companyContext,
}

export const listFiles = endpoint({
  name: 'files.list',
  method: 'GET',
  path: '/files',
  summary: 'List files: those of companies in reach, those shared with the caller, and firmware of all companies',
  permission: 'view_files',
  query: listQuery(fileSorts, {
    id: z.optional(idListText('file')),
    ...searchIn(['name', 'description', 'device_model']),
    ...filters,
  }),
  response: z.array(z.partial(fileSchema)),
  meta: listMeta,
})

export const getFile = endpoint({
  name: 'files.get',
  method: 'GET',
  path: '/files/{id}',
  summary: 'Get one file',
  permission: 'view_files',
  params: one,
  response: fileSchema,
})

export const createFile = endpoint({
  name: 'files.create',
  method: 'POST',
  path: '/files',
  summary: 'Upload a file in one call; 100 and 101 stand for the types firmware and config',
  permission: 'upload_files',
  kind: 'upload',
  stored: true,
  files: { file: uploadRules },
  body: newFileSchema,
  response: z.object({ id: id('file') }),
  meta: z.object({ id: id('file') }),
})

export const startUpload = endpoint({
  name: 'files.start_upload',
  method: 'POST',
  path: '/files/uploads',
  summary: 'Start an upload that is sent in parts',
  permission: 'upload_files',
  body: newUploadSchema,
  response: uploadSchema,
  status: 201,
})

export const startGlobalUpload = endpoint({
  name: 'files.start_global_upload',
  method: 'POST',
  path: '/files/global/uploads',
  summary: 'Start an upload of firmware for all companies',
  permission: 'upload_files_global_scope',
  body: newGlobalUploadSchema,
  response: uploadSchema,
  status: 201,
})

export const getUpload = endpoint({
  name: 'files.get_upload',
  method: 'GET',
  path: '/files/uploads/{id}',
  summary: 'How far an upload of the caller is',
  permission: 'upload_files',
  params: upload,
  response: uploadSchema,
})

export const sendPart = endpoint({
  name: 'files.send_part',
  method: 'PUT',
  path: '/files/uploads/{id}',
  summary: `Send the part of an upload that starts at offset, as application/octet-stream of at most ${fileLimits.part} bytes; 409 with the header upload-offset if another part comes next`,
  permission: 'upload_files',
  kind: 'stream',
  params: upload,
  query: z.object({ offset: intText(0) }),
  response: z.object({ received: z.int() }),
})

export const finishUpload = endpoint({
  name: 'files.finish_upload',
  method: 'POST',
  path: '/files/uploads/{id}/finish',
  summary: 'Make an uploaded file available; repeated, it answers the same file',
  permission: 'upload_files',
  params: upload,
  body: finishSchema,
  response: z.object({ id: id('file') }),
})

export const cancelUpload = endpoint({
  name: 'files.cancel_upload',
  method: 'DELETE',
  path: '/files/uploads/{id}',
  summary: 'Cancel an upload',
  permission: 'upload_files',
  params: upload,
  response: empty,
})

export const updateFile = endpoint({
  name: 'files.update',
  method: 'PUT',
  path: '/files/{id}',
  summary: 'Change the description of a file',
  permission: 'update_files',
  params: one,
  body: fileChangeSchema,
  response: empty,
})

export const deleteFile = endpoint({
  name: 'files.delete',
  method: 'DELETE',
  path: '/files/{id}',
  summary: 'Delete a file that nothing uses',
  permission: 'delete_files',
  params: one,
  response: empty,
})

export const deleteFiles = endpoint({
  name: 'files.delete_many',
  method: 'DELETE',
  path: '/files',
  summary: 'Delete files, named or by the filter of a list',
  permission: 'delete_files',
  body: chosen('id', 'file', filters),
  response: z.array(z.object({ id: id('file') })),
})

export const getFileCompanies = endpoint({
  name: 'files.companies',
  method: 'GET',
  path: '/files/{id}/companies',
  summary: 'Companies that may use a file, with their subsidiaries, besides its own',
  permission: 'view_files',
  params: one,
  response: z.object({ company_id: z.array(id('company')) }),
})

export const setFileCompanies = endpoint({
  name: 'files.set_companies',
  method: 'PUT',
  path: '/files/{id}/companies',
  summary: 'Choose the companies below that of the file that may use it, with their subsidiaries',
  permission: 'update_files',
  params: one,
  body: z.object({ company_id: z.array(id('company')).check(z.maxLength(fileLimits.companies)) }),
  response: empty,
})

export const downloadFile = endpoint({
  name: 'files.download',
  method: 'GET',
  path: '/files/{id}/download',
  summary: 'Download a file, or a range of it',
  permission: 'download_files',
  kind: 'download',
  params: one,
  response: z.string(),
})

export const downloadFiles = endpoint({
  name: 'files.download_zip',
  method: 'POST',
  path: '/files/download/zip',
  summary: 'Download files as an archive',
  permission: 'download_files',
  kind: 'download',
  body: z.object({ files: z.array(id('file')).check(z.minLength(1), z.maxLength(fileLimits.archive)) }),
  response: z.string(),
})
