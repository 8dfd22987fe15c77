import type { ReactNode } from 'react'

export interface GridColumn<Row, Sort extends string = string, Field extends string = string> {
  id: string
  label: string
  /** Pixels. */
  width: number
  align?: 'right'
  /** Name of the server's sort; a column without one cannot be sorted. */
  sort?: Sort
  /** Stays in place at the left when the rest scrolls; cannot be hidden, moved or let go. */
  pinned?: true
  /** Share of the width that the columns leave; none once the user gave it a width. */
  flexible?: number
  /** Stays in place at the right, behind all others: what can be done with a row. */
  end?: true
  /** Not shown until the user asks for it. */
  hidden?: true
  /** Columns of the list's download that say the same; the id's own unless given. */
  csv?: readonly Field[]
  cell: (row: Row) => ReactNode
}

/** A user's settings for the columns of a table, as they are stored. */
export interface ColumnSettings {
  order: readonly string[]
  hidden: readonly string[]
  /** Those of the user's own, beside the table's. */
  pinned: readonly string[]
  widths: Readonly<Record<string, number>>
}

export const widthLimits = { min: 64, max: 640 } as const
export const limitWidth = (width: number) => Math.round(Math.min(widthLimits.max, Math.max(widthLimits.min, width)))
/** More would leave no room for what scrolls. */
export const mostPinned = 3

const isText = (value: unknown): value is string => typeof value === 'string'

/** Reads stored settings. Whatever was stored, the result has each known column once and nothing else. */
export function readSettings<Row>(stored: unknown, columns: readonly GridColumn<Row>[]): ColumnSettings {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Record<string, unknown>>
  const known = columns.map((column) => column.id)
  const fixed = columns.filter((column) => column.pinned).map((column) => column.id)
  const ends = columns.filter((column) => column.end).map((column) => column.id)
  const free = known.filter((id) => !fixed.includes(id) && !ends.includes(id))
  const listOf = (value: unknown) =>
    Array.isArray(value) ? [...new Set(value.filter(isText))].filter((id) => free.includes(id)) : null
  const hidden = listOf(given.hidden) ?? columns.filter((column) => column.hidden).map((column) => column.id)
  const pinned = (listOf(given.pinned) ?? []).slice(0, mostPinned)
  const widths = Object.entries(typeof given.widths === 'object' && given.widths !== null ? given.widths : {}).filter(
    (entry): entry is [string, number] => known.includes(entry[0]) && Number.isFinite(entry[1]),
  )
  // A column that the settings do not have, because it is newer, has its place in the table's own order.
  const order = mergeOrder(listOf(given.order) ?? [], free)
  return {
    order: [
      ...fixed,
      ...order.filter((id) => pinned.includes(id)),
      ...order.filter((id) => !pinned.includes(id)),
      ...ends,
    ],
    hidden,
    pinned,
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

/** Moves a column one place up or down among those that are pinned like it; the table's own stay in front. */
export function moveColumn(settings: ColumnSettings, id: string, by: -1 | 1, fixed: number, ends = 0): ColumnSettings {
  const order = [...settings.order]
  const from = order.indexOf(id)
  const to = from + by
  const other = order[to]
  if (from < fixed || to < fixed || to >= order.length - ends || other === undefined) return settings
  if (settings.pinned.includes(id) !== settings.pinned.includes(other)) return settings
  order.splice(from, 1)
  order.splice(to, 0, id)
  return { ...settings, order }
}

/** Keeps a column at the left, behind those that are there already, or lets it go. */
export function pinColumn(settings: ColumnSettings, id: string): ColumnSettings {
  const pinned = settings.pinned.includes(id)
    ? settings.pinned.filter((one) => one !== id)
    : [...settings.pinned, id].slice(0, mostPinned)
  return { ...settings, pinned }
}
