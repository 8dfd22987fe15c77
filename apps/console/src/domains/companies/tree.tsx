import type { TreeCompany } from '@longreach/contract/companies/schemas'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../api/session.ts'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './tree.module.css'
import { TreeBranch, TreeItems, type TreeView } from './tree-branch.tsx'
import { treeKey } from './tree-keys.ts'
import { useTreeDrag } from './use-tree-drag.ts'

interface Props {
  /** Matches of a search with their ancestors; null shows the whole tree. */
  found: readonly TreeCompany[] | null
  /** Branches that are open by default. */
  opened: readonly number[]
}

/** Branches that were toggled from their default. */
function useTurned() {
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const turn = (id: number) =>
    setTurned((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return { turned, turn }
}

export function Tree({ found, opened }: Props) {
  const { t } = useTranslation('companies')
  const root = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  const own = useUser().company.id
  const platform = useCan('super_admin')
  const phone = usePhone()
  const moves = useCan('move_companies') && !phone
  const [active, setActive] = useState<number | null>(null)
  const { turned, turn } = useTurned()
  const byItself = (id: number) => found !== null || opened.includes(id)
  const isOpen = (id: number) => byItself(id) !== turned.has(id)
  const drag = useTreeDrag((id) => {
    if (!isOpen(id)) turn(id)
  })

  useEffect(() => {
    // The tab stop is always an existing item.
    if (active !== null && !root.current?.querySelector(`[data-id="${active}"]`)) setActive(null)
  })

  const focus = (item: HTMLElement) => {
    if (item.dataset.id) setActive(Number(item.dataset.id))
    item.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const item = event.target as HTMLElement
    // Controls within a row handle their own keys.
    if (!root.current || item.role !== 'treeitem' || event.ctrlKey || event.metaKey || event.altKey) return
    const id = item.dataset.id
    if (event.key === 'Enter' && id) return void navigate({ to: '/companies/$company_id', params: { company_id: id } })
    const step = treeKey(root.current, item, event)
    if (!step) return
    event.preventDefault()
    if (step.toggle && id) turn(Number(id))
    if (step.focus) focus(step.focus)
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement
    const item = target.closest<HTMLElement>('[role=treeitem]')
    if (!item?.dataset.id || target.closest('a,button,[role=menu]') || !root.current?.contains(target)) return
    focus(item)
    if (item.hasAttribute('aria-expanded')) turn(Number(item.dataset.id))
  }

  const view: TreeView = {
    expanded: ({ id }) => isOpen(id),
    active,
    drags: ({ id }) => moves && id !== own,
    over: drag.over && { id: drag.over.id, refused: drag.over.refusal !== null },
  }
  const firstLevel = drag.source !== null && platform
  return (
    <div className={classes.around} {...drag.handlers}>
      <div className={classes.heads} aria-hidden="true">
        <span>{t('columns.name')}</span>
        <span>{t('tree.health')}</span>
        <span className={classes.count}>{t('columns.devices')}</span>
        <span className={classes.count}>{t('columns.users')}</span>
        <span className={classes.menu} />
      </div>
      <ul
        ref={root}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree is a list (ARIA)
        role="tree"
        className={classes.tree}
        aria-label={t('tree.title')}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={({ target }) => {
          const id = target.role === 'treeitem' ? target.dataset.id : undefined
          if (id && Number(id) !== active) setActive(Number(id))
        }}
      >
        {found ? (
          <Found nodes={found} parent={null} depth={1} view={view} />
        ) : (
          <TreeBranch parent={null} depth={1} view={view} />
        )}
      </ul>
      {firstLevel ? (
        <div
          className={classes.first}
          data-id={0}
          data-over={drag.over?.id === 0 ? (drag.over.refusal ? 'refused' : 'taken') : undefined}
        >
          {t('tree.first')}
        </div>
      ) : null}
      {drag.source ? (
        <p className={classes.dragStatus} role="status" data-refused={drag.over?.refusal ? true : undefined}>
          {drag.over?.refusal
            ? t(`tree.refused.${drag.over.refusal}`, { name: drag.source.name })
            : t('tree.dragging', { name: drag.source.name })}
        </p>
      ) : null}
    </div>
  )
}

interface FoundProps {
  nodes: readonly TreeCompany[]
  parent: number | null
  depth: number
  view: TreeView
}

function Found({ nodes, parent, depth, view }: FoundProps) {
  const here = nodes.filter(({ parent_id }) => parent_id === parent)
  const has = new Set(nodes.map(({ parent_id }) => parent_id))
  return (
    <TreeItems
      nodes={here.map((node) => (has.has(node.id) ? node : { ...node, subsidiaries_count: 0 }))}
      depth={depth}
      view={view}
      below={(node) => <Found nodes={nodes} parent={node.id} depth={depth + 1} view={view} />}
    />
  )
}
