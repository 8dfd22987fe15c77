import type { Search } from '../../api/search.ts'

/** A list as saved by a user: search, filters, order and columns under a name. */
export interface View {
  name: string
  search: Search
  /** Null for the columns of the table. */
  columns: unknown
}

export interface Views {
  views: readonly View[]
  /** Name of the view that the list opens with. */
  first: string | null
}

export const viewLimits = { views: 30, name: 60, search: 4000 } as const

export const cleanName = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, viewLimits.name)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readView(value: unknown): View | null {
  if (!isRecord(value) || typeof value.name !== 'string' || !isRecord(value.search)) return null
  const name = cleanName(value.name)
  const search = Object.entries(value.search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (name === '' || JSON.stringify(search).length > viewLimits.search) return null
  return { name, search: Object.fromEntries(search), columns: isRecord(value.columns) ? value.columns : null }
}

/** Reads stored views; invalid views and duplicate names are left out. */
export function readViews(stored: unknown): Views {
  const given = isRecord(stored) && Array.isArray(stored.views) ? stored.views : []
  const views: View[] = []
  for (const one of given.slice(0, viewLimits.views)) {
    const view = readView(one)
    if (view && !views.some(({ name }) => name === view.name)) views.push(view)
  }
  const first = isRecord(stored) ? stored.first : null
  return { views, first: views.find(({ name }) => name === first)?.name ?? null }
}

const sorted = (search: Search) => JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Whether two addresses show the same list. */
export const isSame = (one: Search, other: Search) => sorted(one) === sorted(other)

/** Replaces the view with the same name, or adds it at the end. */
export function withView({ views, first }: Views, view: View, before: string = view.name): Views {
  const others = views.filter(({ name }) => name !== view.name || name === before)
  const known = others.some(({ name }) => name === before)
  return {
    views: known ? others.map((one) => (one.name === before ? view : one)) : [...others, view],
    first: first === before ? view.name : first,
  }
}

export const withoutView = ({ views, first }: Views, name: string): Views => ({
  views: views.filter((one) => one.name !== name),
  first: first === name ? null : first,
})
