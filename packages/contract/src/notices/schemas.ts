import * as z from 'zod/mini'
import { changeSchema, formSchema } from '../forms/schema.ts'
import { id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { noticeTypes } from './constants.ts'
import { editNoticeForm, newNoticeForm } from './forms.ts'

/** A notice for its readers. */
export const noticeSchema = z.object({
  id: id('notice'),
  type: z.enum(noticeTypes),
  /** HTML with the elements in `markup.ts`, cleaned when it was saved. */
  message: z.string(),
  enabled_at: time(),
})
export type Notice = z.infer<typeof noticeSchema>

/** A notice with the fields for its authors. */
export const writtenNoticeSchema = z.extend(noticeSchema, {
  /** Null while it is disabled. */
  enabled_at: z.nullable(time()),
  /** Time at which it disappears by itself. */
  ends_at: z.nullable(time()),
  /** Its author; null if the user was deleted. */
  username: z.nullable(z.string()),
  created_at: time(),
  updated_at: time(),
})
export type WrittenNotice = z.infer<typeof writtenNoticeSchema>

export const newNoticeSchema = formSchema(newNoticeForm)

export const noticeChangeSchema = changeSchema(editNoticeForm)
