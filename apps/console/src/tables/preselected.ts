import { useEffect, useSyncExternalStore } from 'react'
import type { ListState } from './list-state.ts'

/** Rows that another part of the console has selected in a list, until the list takes them. */
let selected: { table: string; ids: readonly number[] } | null = null
const listeners = new Set<() => void>()

function set(next: typeof selected) {
  selected = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Selects rows of a list that is about to be shown without filters. */
export const selectRows = (table: string, ids: readonly number[]) => set({ table, ids })

/** Takes the rows selected for the list as soon as it is shown without filters. */
export function usePreselected(
  table: string,
  { q, filters }: ListState,
  select: (ids: readonly number[]) => void,
): void {
  const pending = useSyncExternalStore(subscribe, () => selected)
  const whole = q === '' && filters.length === 0
  useEffect(() => {
    if (pending?.table !== table || !whole) return
    set(null)
    select(pending.ids)
  }, [pending, table, whole, select])
}
