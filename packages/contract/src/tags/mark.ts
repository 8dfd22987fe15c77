import * as z from 'zod/mini'
import { id } from '../ids.ts'
import { taggingLimits } from './constants.ts'

/** A tag where it stands on something. */
export const tagMarkSchema = z.object({ id: id('tag'), name: z.string(), color: z.string() })
export type TagMark = z.infer<typeof tagMarkSchema>

/** Tags a device is to have. */
export const tagIds = () => z.array(id('tag')).check(z.maxLength(taggingLimits.tags))
