import * as z from 'zod/mini'
import { changeSchema, formSchema } from '../forms/schema.ts'
import { id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { tagActions } from './actions.ts'
import { editTagForm, newTagForm } from './forms.ts'
import { tagMarkSchema } from './mark.ts'

/** An action of a tag, with its source, such as an image. */
export const tagActionSchema = z.object({ action: z.enum(tagActions), source_id: z.int(), source_name: z.string() })
export type TagAction = z.infer<typeof tagActionSchema>

/** The record of rms-domain §22. */
export const tagSchema = z.extend(tagMarkSchema, {
  description: z.string(),
  company_id: id('company'),
  company_name: z.string(),
  /** Its author; null if the user was deleted. */
  user_id: z.nullable(id('user')),
  /** Number of devices with the tag that the caller sees. */
  devices_count: z.int(),
  actions: z.array(tagActionSchema),
  created_at: time(),
  updated_at: time(),
})
export type Tag = z.infer<typeof tagSchema>

export const newTagSchema = formSchema(newTagForm)

export const tagChangeSchema = changeSchema(editTagForm)
