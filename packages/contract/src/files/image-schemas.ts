import * as z from 'zod/mini'
import { changeSchema } from '../forms/schema.ts'
import { companyId, id, idText } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { editFileForm } from './forms.ts'
import { imageLimits, imageTypes } from './images.ts'

/** An image without its content. */
export const imageSchema = z.object({
  id: id('image'),
  name: z.string(),
  type: z.enum(imageTypes),
  description: z.string(),
  company_id: companyId(),
  company_name: z.string(),
  /** The user who uploaded it, if the caller may see that user. */
  user_id: z.nullable(id('user')),
  /** Bytes. */
  size: z.int(),
  /** Pixels. */
  original_width: z.int(),
  original_height: z.int(),
  created_at: time(),
  updated_at: time(),
})
export type ImageRecord = z.infer<typeof imageSchema>

export const newImageSchema = z.object({
  type: z.enum(imageTypes),
  company_id: z.optional(idText('company')),
  description: z.optional(z.string().check(z.maxLength(imageLimits.description))),
  /** Key from the sender, new for each image: an image that is sent again with its key is stored once. */
  upload_key: z.optional(z.string().check(z.regex(/^[\w-]{16,64}$/))),
})

export const imageChangeSchema = changeSchema(editFileForm)
