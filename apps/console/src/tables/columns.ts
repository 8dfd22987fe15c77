import type { ReactNode } from 'react'

export interface GridColumn<Row, Sort extends string = string, Field extends string = string> {
  id: string
  label: string
  /** Width in pixels. */
  width: number
  align?: 'right'
  /** Name of the server's sort; a column without one cannot be sorted. */
  sort?: Sort
  /** Stays at the left when the rest scrolls; cannot be hidden, moved or unpinned. */
  pinned?: true
  /** Share of the remaining width; ignored once the user has set a width. */
  flexible?: number
  /** Stays at the right, after all others: the actions of a row. */
  end?: true
  /** Hidden by default. */
  hidden?: true
  /** Columns of the download that correspond to it; by default the one with its id. */
  csv?: readonly Field[]
  cell: (row: Row) => ReactNode
}

/** A user's settings for the columns of a table, in stored form. */
export interface ColumnSettings {
  order: readonly string[]
  hidden: readonly string[]
  /** Columns pinned by the user, besides those of the table. */
  pinned: readonly string[]
  widths: Readonly<Record<string, number>>
}

export const widthLimits = { min: 64, max: 640 } as const
export const limitWidth = (width: number) => Math.round(Math.min(widthLimits.max, Math.max(widthLimits.min, width)))
/** Maximum pinned columns: more would leave no space for the scrolling part. */
export const mostPinned = 3

const isText = (value: unknown): value is string => typeof value === 'string'

/** Reads stored settings. The result always contains each known column once and nothing else. */
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
  // A newer column that the settings lack gets its position in the order of the table.
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

/** Moves a column one position up or down among columns pinned like it; the table's own pinned ones stay in front. */
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

/** Pins a column at the left, after those already pinned, or unpins it. */
export function pinColumn(settings: ColumnSettings, id: string): ColumnSettings {
  const pinned = settings.pinned.includes(id)
    ? settings.pinned.filter((one) => one !== id)
    : [...settings.pinned, id].slice(0, mostPinned)
  return { ...settings, pinned }
}
