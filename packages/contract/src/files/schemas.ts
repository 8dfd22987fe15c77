import * as z from 'zod/mini'
import { changeSchema } from '../forms/schema.ts'
import { text } from '../i18n.ts'
import { companyId, id, idText } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { declarations, fileLimits, fileTypes, uploadFileCodes, uploadTypes } from './constants.ts'
import { editFileForm } from './forms.ts'

/** The record of rms-domain §23, with further fields for the console. */
export const fileSchema = z.object({
  id: id('file'),
  name: z.string(),
  type: z.enum(fileTypes),
  description: z.string(),
  /** 0 for firmware of all companies. */
  company_id: companyId(),
  company_name: z.string(),
  device_id: z.nullable(id('device')),
  /** For a backup, its model; for firmware, its first model or its family. */
  device_model: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** Boards that an image states. */
  boards: z.array(z.string()),
  /** Declaration of an image. */
  declared: z.nullable(z.enum(declarations)),
  /** Bytes. */
  file_size: z.int(),
  sha256: z.string(),
  /** True if another company shares it with the caller's. */
  shared: z.boolean(),
  created_at: time(),
})
export type FileRecord = z.infer<typeof fileSchema>

const description = z.optional(z.string().check(z.maxLength(255)))
const sha256 = z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, text('forms.invalid_format'))))

/** A type, or its code. */
const uploadType = z.pipe(
  z.enum([...uploadTypes, String(uploadFileCodes.firmware), String(uploadFileCodes.config)]),
  z.transform((type) => {
    const named = Object.entries(uploadFileCodes).find(([, code]) => String(code) === type)
    return (named?.[0] ?? type) as (typeof uploadTypes)[number]
  }),
)

export const newFileSchema = z.object({
  type: uploadType,
  description,
  company_id: z.optional(idText('company')),
  sha256,
})

const announced = {
  name: z.string().check(z.minLength(1), z.maxLength(fileLimits.name)),
  /** Bytes. */
  size: z.int().check(z.minimum(1)),
  description,
}

export const newUploadSchema = z.object({
  type: z.enum(uploadTypes),
  company_id: z.optional(id('company')),
  ...announced,
})

export const newGlobalUploadSchema = z.object(announced)

export const uploadSchema = z.object({
  id: id('upload'),
  size: z.int(),
  /** Bytes received: the offset of the next part. */
  received: z.int(),
  /** The file, once the upload is finished. */
  file_id: z.nullable(id('file')),
})
export type Upload = z.infer<typeof uploadSchema>

export const finishSchema = z.strictObject({ sha256 })

export const fileChangeSchema = changeSchema(editFileForm)
