import type { TreeCompany } from '@longreach/contract/companies/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { moveAfterAsking } from './move-asked.tsx'
import { type Refusal, refusalOf } from './move-rules.ts'
import { parentItem } from './tree-keys.ts'
import { findNode } from './tree-queries.ts'

/** Milliseconds over a closed branch before it opens. */
const opensAfter = 700

/** Drop target of the dragged company; id 0 is the first level. */
interface Over {
  id: number
  refusal: Refusal | null
}

const itemOf = (target: EventTarget | null) => (target as Element | null)?.closest<HTMLElement>('[data-id]') ?? null

/** Ids of an item and of its ancestors. */
function pathOf(item: HTMLElement | null): number[] {
  const ids: number[] = []
  for (let at = item; at; at = parentItem(at)) ids.push(Number(at.dataset.id))
  return ids
}

/** Moves companies by drag and drop; `open` opens a branch after a pause over it, and the target of a drop. */
export function useTreeDrag(open: (id: number) => void) {
  const client = useQueryClient()
  const [source, setSource] = useState<TreeCompany | null>(null)
  const [over, setOver] = useState<Over | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const end = () => {
    clearTimeout(timer.current)
    setSource(null)
    setOver(null)
  }
  const hang = (item: HTMLElement | null): Over | null => {
    if (!source || !item) return null
    const id = Number(item.dataset.id)
    const target = id === 0 ? null : findNode(client, id)
    return target === undefined ? null : { id, refusal: refusalOf(source, target, id === 0 ? [] : pathOf(item)) }
  }
  const handlers = {
    onDragStart(event: DragEvent) {
      const node = findNode(client, Number(itemOf(event.target)?.dataset.id))
      if (!node) return
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', node.name)
      setSource(node)
    },
    onDragOver(event: DragEvent) {
      const item = itemOf(event.target)
      const next = hang(item)
      if (next && next.refusal === null) event.preventDefault()
      if (next?.id === over?.id) return
      setOver(next)
      clearTimeout(timer.current)
      if (next && item?.getAttribute('aria-expanded') === 'false') {
        timer.current = setTimeout(() => open(next.id), opensAfter)
      }
    },
    onDragLeave(event: DragEvent) {
      if ((event.currentTarget as Element).contains(event.relatedTarget as Node | null)) return
      clearTimeout(timer.current)
      setOver(null)
    },
    onDrop(event: DragEvent) {
      const next = hang(itemOf(event.target))
      const moved = source
      end()
      if (!moved || !next || next.refusal !== null) return
      event.preventDefault()
      const target = next.id === 0 ? null : (findNode(client, next.id) ?? null)
      void moveAfterAsking(moved, target, client).then((done) => done && target && open(target.id))
    },
    onDragEnd: end,
  }
  return { source, over, handlers }
}
