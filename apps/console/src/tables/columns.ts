import type { ReactNode } from 'react'

export interface GridColumn<Row> {
  id: string
  label: string
  /** Pixels. */
  width: number
  align?: 'right'
  /** Name of the server's sort; a column without one cannot be sorted. */
  sort?: string
  /** Stays in place at the left when the rest scrolls; cannot be hidden or moved. */
  pinned?: true
  /** Not shown until the user asks for it. */
  hidden?: true
  cell: (row: Row) => ReactNode
}

/** What a user made of a table's columns, as it is stored. */
export interface ColumnChoice {
  order: readonly string[]
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}

const widthLimits = { min: 64, max: 640 } as const
export const limitWidth = (width: number) => Math.round(Math.min(widthLimits.max, Math.max(widthLimits.min, width)))

const isText = (value: unknown): value is string => typeof value === 'string'

/** Reads a stored choice: whatever it holds, the answer names each known column once and nothing else. */
export function readChoice<Row>(stored: unknown, columns: readonly GridColumn<Row>[]): ColumnChoice {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Record<string, unknown>>
  const known = columns.map((column) => column.id)
  const pinned = columns.filter((column) => column.pinned).map((column) => column.id)
  const order = Array.isArray(given.order) ? [...new Set(given.order.filter(isText))] : []
  const listed = order.filter((id) => known.includes(id) && !pinned.includes(id))
  const hidden = Array.isArray(given.hidden)
    ? given.hidden.filter(isText).filter((id) => known.includes(id) && !pinned.includes(id))
    : columns.filter((column) => column.hidden).map((column) => column.id)
  const widths = Object.entries(typeof given.widths === 'object' && given.widths !== null ? given.widths : {}).filter(
    (entry): entry is [string, number] => known.includes(entry[0]) && Number.isFinite(entry[1]),
  )
  return {
    // A column the choice does not know yet, because it is newer, keeps its place in the table's own order.
    order: [
      ...pinned,
      ...mergeOrder(
        listed,
        known.filter((id) => !pinned.includes(id)),
      ),
    ],
    hidden,
    widths: Object.fromEntries(widths.map(([id, width]) => [id, limitWidth(width)])),
  }
}

function mergeOrder(listed: readonly string[], known: readonly string[]): string[] {
  const result = [...listed]
  for (const [at, id] of known.entries()) {
    if (result.includes(id)) continue
    const before = known.slice(0, at).findLast((one) => result.includes(one))
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id)
  }
  return result
}

/** Moves a column one place up or down; pinned ones stay in front. */
export function moveColumn(choice: ColumnChoice, id: string, by: -1 | 1, pinnedCount: number): ColumnChoice {
  const order = [...choice.order]
  const from = order.indexOf(id)
  const to = from + by
  if (from < pinnedCount || to < pinnedCount || to >= order.length) return choice
  order.splice(from, 1)
  order.splice(to, 0, id)
  return { ...choice, order }
}
