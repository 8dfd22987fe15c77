import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { formFields } from '../forms/schema.ts'
import { id, idListText } from '../ids.ts'
import { apiSystems } from '../monitoring/template-constants.ts'
import { flagText } from '../page.ts'
import { time } from '../time-schemas.ts'
import { documentFile, uploadDocumentForm } from './document-forms.ts'

const path = '/devices/configurator/specifications'
const oneSystem = z.object({ system: z.enum(apiSystems) })

export const apiDocumentSchema = z.object({
  system: z.enum(apiSystems),
  title: z.string(),
  /** Version of the API, as stated in the document. */
  version: z.string(),
  /** Number of methods on all of its paths. */
  operations: z.int(),
  size: z.int(),
  user_id: z.nullable(id('user')),
  username: z.nullable(z.string()),
  created_at: time(),
})
export type ApiDocument = z.infer<typeof apiDocumentSchema>

export const listApiDocuments = endpoint({
  name: 'configs.documents',
  method: 'GET',
  path,
  summary: 'List the device API documents: at most one for each system, for all companies',
  permission: 'view_multi_configuration',
  response: z.array(apiDocumentSchema),
})

export const uploadApiDocument = endpoint({
  name: 'configs.upload_document',
  method: 'POST',
  path,
  summary:
    'Upload what the API of the devices of a system has, as an OpenAPI document in JSON. One that is there already is replaced only with overwrite',
  permission: 'super_admin',
  kind: 'upload',
  files: { file: documentFile },
  body: z.strictObject({ system: formFields(uploadDocumentForm).system, overwrite: z.optional(flagText()) }),
  response: apiDocumentSchema,
  status: 201,
})

export const downloadApiDocument = endpoint({
  name: 'configs.download_document',
  method: 'GET',
  path: `${path}/{system}`,
  summary: 'Download a device API document',
  permission: 'view_multi_configuration',
  kind: 'download',
  params: oneSystem,
  response: z.string(),
})

export const deleteApiDocument = endpoint({
  name: 'configs.delete_document',
  method: 'DELETE',
  path: `${path}/{system}`,
  summary: 'Delete a device API document',
  permission: 'super_admin',
  params: oneSystem,
  response: empty,
})

const apiField = z.object({
  /** For a field its place, such as `data.ipaddr`; items of a list have the place `0`. */
  name: z.string(),
  required: z.boolean(),
  /** JSON type; empty if the document states none. */
  type: z.string(),
  secret: z.boolean(),
  /** First of the allowed values, if the document lists them. */
  values: z.array(z.string()),
  description: z.string(),
})
export type ApiField = z.infer<typeof apiField>

const apiOperation = z.object({
  method: z.string(),
  /** With `/api`, and parameters in braces. */
  path: z.string(),
  summary: z.string(),
  parameters: z.array(z.extend(apiField, { in: z.enum(['path', 'query']) })),
  /** True if a call has request data. */
  body: z.boolean(),
  /** Fields of the request data. */
  fields: z.array(apiField),
})
export type ApiOperation = z.infer<typeof apiOperation>

export const listApiOperations = endpoint({
  name: 'configs.operations',
  method: 'GET',
  path: `${path}/{system}/operations`,
  summary: 'List what the API of the devices of a system has, by its document: those with all words of q, the first 50',
  permission: 'view_multi_configuration',
  params: oneSystem,
  query: z.object({ q: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.array(apiOperation),
})

export const findApiDocument = endpoint({
  name: 'configs.document_of_devices',
  method: 'GET',
  path: '/devices/configurator/specification',
  summary: 'Get the address of the device API document for devices; they have to be of one system',
  permission: 'view_multi_configuration',
  query: z.object({ device_id: idListText('device') }),
  /** Null if none of the devices is in reach. */
  response: z.object({ url: z.nullable(z.string()) }),
})
