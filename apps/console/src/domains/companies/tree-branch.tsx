import type { TreeCompany } from '@longreach/contract/companies/schemas'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/error.ts'
import { formatCount } from '../../ui/format.ts'
import { ErrorState, Skeleton, useDelayed } from '../../ui/state.tsx'
import classes from './tree.module.css'
import { childrenQuery } from './tree-queries.ts'
import { groupId, TreeRow } from './tree-row.tsx'

export interface TreeView {
  expanded: (node: TreeCompany) => boolean
  /** Id of the item with the tab stop; null for the first item. */
  active: number | null
  drags: (node: TreeCompany) => boolean
  over: { id: number; refused: boolean } | null
}

interface ItemsProps {
  nodes: readonly TreeCompany[]
  depth: number
  view: TreeView
  /** The children of an open item. */
  below: (node: TreeCompany) => ReactNode
}

export function TreeItems({ nodes, depth, view, below }: ItemsProps) {
  return nodes.map((node, index) => {
    const expanded = node.subsidiaries_count > 0 ? view.expanded(node) : undefined
    const over = view.over?.id === node.id ? (view.over.refused ? 'refused' : 'taken') : undefined
    const active = view.active === null ? depth === 1 && index === 0 : view.active === node.id
    return (
      <li key={node.id} role="none" className={classes.item}>
        <TreeRow node={node} depth={depth} expanded={expanded} active={active} drags={view.drags(node)} over={over} />
        {expanded ? (
          // biome-ignore lint/a11y/useSemanticElements: a group of the tree is a list
          <ul role="group" id={groupId(node.id)} className={classes.group}>
            {below(node)}
          </ul>
        ) : null}
      </li>
    )
  })
}

interface BranchProps {
  parent: number | null
  depth: number
  view: TreeView
}

/** The children of a company, loaded when it opens, a hundred at a time. */
export function TreeBranch({ parent, depth, view }: BranchProps) {
  const { t } = useTranslation('companies')
  const delayed = useDelayed()
  const more = useRef<HTMLLIElement>(null)
  const focusAt = useRef<number>(undefined)
  const query = useInfiniteQuery(childrenQuery(parent))
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const nodes = data?.pages.flatMap((page) => page.nodes) ?? []
  const next = nodes[focusAt.current ?? nodes.length]?.id
  useEffect(() => {
    if (next === undefined) return
    // The first of the new rows replaces the button that was pressed.
    focusAt.current = undefined
    document.querySelector<HTMLElement>(`[role=treeitem][data-id="${next}"]`)?.focus()
  }, [next])
  if (error && !data) {
    return (
      <li role="treeitem" aria-level={depth} tabIndex={-1} className={classes.item}>
        <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void query.refetch()} />
      </li>
    )
  }
  if (!data) {
    return delayed ? (
      <li role="treeitem" aria-level={depth} aria-label={t('tree.loading')} tabIndex={-1} className={classes.wait}>
        <Skeleton width={180} />
      </li>
    ) : null
  }
  const left = (data.pages.at(-1)?.total ?? 0) - nodes.length
  const showMore = () => {
    if (more.current?.contains(document.activeElement)) focusAt.current = nodes.length
    void query.fetchNextPage()
  }
  return (
    <>
      <TreeItems
        nodes={nodes}
        depth={depth}
        view={view}
        below={(node) => <TreeBranch parent={node.id} depth={depth + 1} view={view} />}
      />
      {hasNextPage ? (
        <li
          ref={more}
          role="treeitem"
          aria-level={depth}
          aria-busy={isFetchingNextPage}
          tabIndex={-1}
          className={classes.more}
          style={{ paddingInlineStart: 38 + (depth - 1) * 22 }}
          data-more=""
          onClick={showMore}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.stopPropagation()
            showMore()
          }}
        >
          {t('tree.more', { formatted: formatCount(left), count: left })}
        </li>
      ) : null}
    </>
  )
}
