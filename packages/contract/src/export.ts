import * as z from 'zod/mini'
import { type Endpoint, endpoint, type Schema } from './endpoint.ts'
import type { ColumnOf } from './list-names.ts'
import type { PermissionName } from './permissions.ts'
import { separatorField } from './separator.ts'

/**
 * Rows per download, for those that read their ids first; and downloads that one user may start within some minutes.
 */
export const exportLimits = { rows: 1_000_000, downloads: 100, minutes: 10 } as const

const ofPages = { limit: true, offset: true, cursor: true, fields_only: true } as const
type Unpaged<Shape> = Omit<Shape, keyof typeof ofPages>

/** All fields of a schema, in its order. */
export const fieldsOf = <Shape extends z.core.$ZodShape>({ shape }: { shape: Shape }) =>
  Object.keys(shape) as (keyof Shape & string)[]

interface Download<Column extends string> {
  name: string
  summary: string
  /** Name of the file, without `.csv`. */
  file: string
  /** Fields of the list's rows, in the order of the file. */
  columns: readonly Column[]
  /** Only if it differs from that of the list. */
  permission?: PermissionName
}

/** The download of a whole list as CSV, with the list's filters and order; `fields` selects the columns, `separator` what is between them. */
export function exportOf<Shape extends z.core.$ZodShape, Response extends Schema>(
  list: Endpoint<Schema, z.ZodMiniObject<Shape>, Schema, Response>,
  { name, summary, file, columns, permission }: Download<ColumnOf<Endpoint<Schema, Schema, Schema, Response>>>,
) {
  return endpoint({
    name,
    method: 'GET',
    path: `${list.path}/export/csv`,
    summary,
    permission: permission ?? list.permission,
    kind: 'download',
    csv: { file, columns },
    query: z.extend(z.omit(list.query as z.ZodMiniObject, ofPages), separatorField) as unknown as z.ZodMiniObject<
      Unpaged<Shape> & typeof separatorField
    >,
    response: z.string(),
  })
}
