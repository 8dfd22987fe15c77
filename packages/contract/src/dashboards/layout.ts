import { grid } from './constants.ts'

/** Place and size of a widget, in columns and rows from the top left. */
export interface Item {
  i: string
  x: number
  y: number
  w: number
  h: number
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

export const overlap = (one: Item, other: Item): boolean =>
  one.i !== other.i &&
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h

export const inGrid = ({ x, y, w, h }: Item): boolean =>
  [x, y, w, h].every(Number.isInteger) &&
  w >= grid.width.min &&
  h >= grid.height.min &&
  h <= grid.height.max &&
  x >= 0 &&
  y >= 0 &&
  x + w <= grid.columns &&
  y + h <= grid.rows

/** Fits an item into the grid: first limits its size, then moves it. */
export function fit(item: Item): Item {
  const w = clamp(item.w, grid.width.min, grid.width.max)
  const h = clamp(item.h, grid.height.min, grid.height.max)
  return { i: item.i, w, h, x: clamp(item.x, 0, grid.columns - w), y: clamp(item.y, 0, grid.rows - h) }
}

export const readingOrder = (items: readonly Item[]): Item[] => [...items].sort((a, b) => a.y - b.y || a.x - b.x)

const isFree = (item: Item, others: readonly Item[]) => !others.some((other) => overlap(item, other))

/** The nearest row with space for an item: upwards first, so that two items can change places. */
function makeRoom(item: Item, others: readonly Item[]): Item {
  for (let y = item.y; y >= 0; y--) if (isFree({ ...item, y }, others)) return { ...item, y }
  let { y } = item
  while (!isFree({ ...item, y }, others)) y++
  return { ...item, y }
}

function rise(item: Item, others: readonly Item[]): Item {
  let { y } = item
  while (y > 0 && isFree({ ...item, y: y - 1 }, others)) y--
  return { ...item, y }
}

/** Removes empty rows: each item rises until it meets another. */
export function compact(items: readonly Item[]): Item[] {
  const placed: Item[] = []
  for (const item of readingOrder(items)) placed.push(rise(makeRoom(item, placed), placed))
  return placed
}

/** Puts an item at a place; others make space for it, and all of them rise. */
export function place(items: readonly Item[], given: Item): Item[] {
  const item = fit(given)
  const placed = [item]
  for (const other of readingOrder(items.filter(({ i }) => i !== item.i))) placed.push(makeRoom(other, placed))
  return compact(placed)
}

const beside = (one: Item, other: Item) => one.x < other.x + other.w && other.x < one.x + one.w

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Moves an item by one key press: a column to the side, or past the nearest item above or below. */
export function step(items: readonly Item[], id: string, direction: Direction): Item[] {
  const item = items.find(({ i }) => i === id)
  if (!item) return [...items]
  if (direction === 'left' || direction === 'right')
    return place(items, { ...item, x: item.x + (direction === 'left' ? -1 : 1) })
  const near = items.filter((other) => other.i !== id && beside(item, other))
  if (direction === 'up') {
    const above = near.filter((other) => other.y < item.y).map((other) => other.y)
    return above.length === 0 ? [...items] : place(items, { ...item, y: Math.max(...above) })
  }
  const below = near.filter((other) => other.y >= item.y + item.h).sort((a, b) => a.y - b.y)
  const [next] = below
  return next ? place(items, { ...item, y: item.y + next.h }) : [...items]
}

/** Changes the size of an item by one key press. */
export function grow(items: readonly Item[], id: string, by: { w?: number; h?: number }): Item[] {
  const item = items.find(({ i }) => i === id)
  return item ? place(items, { ...item, w: item.w + (by.w ?? 0), h: item.h + (by.h ?? 0) }) : [...items]
}

/** Adds an item at the first place where it fits, at the latest below all others. */
export function add(items: readonly Item[], { i, w, h }: Pick<Item, 'i' | 'w' | 'h'>): Item[] {
  const bottom = Math.max(0, ...items.map((item) => item.y + item.h))
  for (let y = 0; y <= bottom; y++)
    for (let x = 0; x + w <= grid.columns; x++) {
      const item = { i, x, y, w, h }
      if (isFree(item, items)) return compact([...items, item])
    }
  return compact([...items, { i, x: 0, y: bottom, w, h }])
}

export const remove = (items: readonly Item[], id: string): Item[] => compact(items.filter(({ i }) => i !== id))
