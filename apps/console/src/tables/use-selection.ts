import { useCallback, useMemo, useRef, useState } from 'react'

interface Place {
  id: number
  index: number
}

export interface Selection {
  ids: ReadonlySet<number>
  toggle: (id: number, index: number, range: boolean) => void
  /** Selects two rows that are beside each other; from a selected one back to another selected one, deselects the first. */
  extend: (from: Place, to: Place) => void
  set: (ids: Iterable<number>) => void
  clear: () => void
}

/**
 * Selected rows by id; with shift, all loaded rows between this one and the one before. The selection is cleared when
 * `list`, which names the list it is of, changes.
 */
export function useSelection(list: string, idAt: (index: number) => number | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [of, setOf] = useState(list)
  if (of !== list) {
    // During render: no action may be offered for rows that are not on the screen any more.
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
