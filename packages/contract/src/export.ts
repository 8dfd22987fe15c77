import * as z from 'zod/mini'
import { type Endpoint, endpoint } from './endpoint.ts'
import type { PermissionName } from './permissions.ts'

/** Rows one download holds, where their ids are noted before; and downloads one user may begin. */
export const exportLimits = { rows: 1_000_000, downloads: 100, minutes: 10 } as const

const ofPages = { limit: true, offset: true, cursor: true, fields_only: true } as const
type Unpaged<Shape> = Omit<Shape, keyof typeof ofPages>

interface Download {
  name: string
  summary: string
  /** What the file is called, without `.csv`. */
  file: string
  /** Fields of the list's answer, in the order of the file. */
  columns: readonly string[]
  /** Where it is not that of the list. */
  permission?: PermissionName
}

/** The download of a whole list as CSV, with the list's filters and order; `fields` names the columns wanted. */
export function exportOf<Shape extends z.core.$ZodShape>(
  list: Endpoint<z.core.$ZodType, z.ZodMiniObject<Shape>, z.core.$ZodType, z.core.$ZodType>,
  { name, summary, file, columns, permission }: Download,
) {
  return endpoint({
    name,
    method: 'GET',
    path: `${list.path}/export/csv`,
    summary,
    permission: permission ?? list.permission,
    kind: 'download',
    csv: { file, columns },
    query: z.omit(list.query as z.ZodMiniObject, ofPages) as unknown as z.ZodMiniObject<Unpaged<Shape>>,
    response: z.string(),
  })
}
