import { useCallback, useMemo, useRef, useState } from 'react'

interface Place {
  id: number
  index: number
}

export interface Selection {
  ids: ReadonlySet<number>
  toggle: (id: number, index: number, range: boolean) => void
  /** Selects two adjacent rows; moving from one selected row back to another deselects the first. */
  extend: (from: Place, to: Place) => void
  set: (ids: Iterable<number>) => void
  clear: () => void
}

/**
 * Selected rows by id; with shift, all loaded rows between this one and the previous one. The selection is cleared when
 * `list`, the identity of its list, changes.
 */
export function useSelection(list: string, idAt: (index: number) => number | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [of, setOf] = useState(list)
  if (of !== list) {
    // During render: actions must not be offered for rows that are no longer on the screen.
    setOf(list)
    setIds(new Set())
  }
  const last = useRef<number | null>(null)
  const idAtNow = useRef(idAt)
  idAtNow.current = idAt

  const toggle = useCallback((id: number, index: number, range: boolean) => {
    setIds((now) => {
      const next = new Set(now)
      const add = !now.has(id)
      const from = range && last.current !== null ? last.current : index
      for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
        const one = at === index ? id : idAtNow.current(at)
        if (one === undefined) continue
        if (add) next.add(one)
        else next.delete(one)
      }
      last.current = index
      return next
    })
  }, [])
  const extend = useCallback((from: Place, to: Place) => {
    setIds((now) => {
      const next = new Set(now)
      if (now.has(from.id) && now.has(to.id)) next.delete(from.id)
      else next.add(from.id).add(to.id)
      return next
    })
    last.current = to.index
  }, [])
  const set = useCallback((list: Iterable<number>) => setIds(new Set(list)), [])
  const clear = useCallback(() => setIds(new Set()), [])
  return useMemo(() => ({ ids, toggle, extend, set, clear }), [ids, toggle, extend, set, clear])
}
