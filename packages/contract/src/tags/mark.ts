import * as z from 'zod/mini'
import { id } from '../ids.ts'

/** A tag as shown on a device. */
export const tagMarkSchema = z.object({ id: id('tag'), name: z.string(), color: z.string() })
export type TagMark = z.infer<typeof tagMarkSchema>
