import * as z from 'zod/mini'
import { changeSchema, formSchema } from '../forms/schema.ts'
import { id } from '../ids.ts'
import { time } from '../time.ts'
import { noticeTypes } from './constants.ts'
import { editNoticeForm, newNoticeForm } from './forms.ts'

/** A notice as everybody gets it. */
export const noticeSchema = z.object({
  id: id('notice'),
  type: z.enum(noticeTypes),
  /** HTML of a few elements (`markup.ts`), cleaned when it was written. */
  message: z.string(),
  enabled_at: time(),
})
export type Notice = z.infer<typeof noticeSchema>

/** A notice with what concerns those who write them. */
export const writtenNoticeSchema = z.extend(noticeSchema, {
  /** Null while it is disabled. */
  enabled_at: z.nullable(time()),
  /** When it disappears by itself. */
  ends_at: z.nullable(time()),
  /** Who wrote it; null when they are gone. */
  username: z.nullable(z.string()),
  created_at: time(),
  updated_at: time(),
})
export type WrittenNotice = z.infer<typeof writtenNoticeSchema>

export const newNoticeSchema = formSchema(newNoticeForm)

export const noticeChangeSchema = changeSchema(editNoticeForm)
