import type { TreeCompany } from '@longreach/contract/companies/schemas'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../ui/format.ts'
import { Skeleton, useDelayed } from '../../ui/state.tsx'
import classes from './context-panel.module.css'
import { ContextRow } from './context-row.tsx'
import { childrenQuery } from './tree-queries.ts'

export interface ContextRows {
  /** Prefix of the ids of rows. */
  id: string
  /** Subsidiaries are not shown. */
  alone: boolean
  active: string
  chosen: number | null
  isOpen: (company: number) => boolean
  onTurn: (company: number) => void
  onChoose: (company: number) => void
  onOffline: (company: number) => void
}

interface NodeProps {
  node: TreeCompany
  depth: number
  /** Undefined without subsidiaries to show. */
  expanded?: boolean | undefined
  rows: ContextRows
}

function Node({ node, depth, expanded, rows }: NodeProps) {
  const { id, name, health, matched } = node
  return (
    <ContextRow
      id={`${rows.id}-${id}`}
      row={String(id)}
      depth={depth}
      name={name}
      health={rows.alone ? health.own : health.all}
      active={rows.active === String(id)}
      chosen={rows.chosen === id}
      matched={matched}
      expanded={expanded}
      onTurn={() => rows.onTurn(id)}
      onChoose={() => rows.onChoose(id)}
      onOffline={() => rows.onOffline(id)}
    />
  )
}

interface SubsidiariesProps {
  /** Null for the top of the tree. */
  of: number | null
  depth: number
  rows: ContextRows
}

/** The subsidiaries of a company, loaded when it is opened, a hundred at a time. */
export function Subsidiaries({ of, depth, rows }: SubsidiariesProps) {
  const { t } = useTranslation('companies')
  const delayed = useDelayed()
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(childrenQuery(of))
  if (!data) return delayed ? <div className={classes.waiting}>{<Skeleton width={160} />}</div> : null
  const nodes = data.pages.flatMap((page) => page.nodes)
  const left = (data.pages.at(-1)?.total ?? 0) - nodes.length
  const more = `more-${of ?? 'top'}`
  return (
    <>
      {nodes.map((node) => {
        const expanded = node.subsidiaries_count > 0 ? rows.isOpen(node.id) : undefined
        return (
          <div key={node.id} role="none">
            <Node node={node} depth={depth} expanded={expanded} rows={rows} />
            {expanded ? <Subsidiaries of={node.id} depth={depth + 1} rows={rows} /> : null}
          </div>
        )
      })}
      {hasNextPage ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
        <div
          id={`${rows.id}-${more}`}
          role="treeitem"
          tabIndex={-1}
          aria-level={depth}
          aria-selected={rows.active === more}
          data-key={more}
          data-active={rows.active === more || undefined}
          className={classes.more}
          style={{ paddingInlineStart: 28 + depth * 18 }}
          onClick={() => void fetchNextPage()}
        >
          {t('tree.more', { formatted: formatCount(left), count: left })}
        </div>
      ) : null}
    </>
  )
}

interface FoundProps {
  nodes: readonly TreeCompany[]
  total: number
  rows: ContextRows
}

/** Matches with their ancestors. */
export function Found({ nodes, total, rows }: FoundProps) {
  const { t } = useTranslation('companies')
  const shown = nodes.filter(({ matched }) => matched).length
  const below = (parent: number | null, depth: number): ReactNode =>
    nodes
      .filter(({ parent_id }) => parent_id === parent)
      .map((node) => (
        <div key={node.id} role="none">
          <Node node={node} depth={depth} rows={rows} />
          {below(node.id, depth + 1)}
        </div>
      ))
  return (
    <>
      {below(null, 1)}
      {shown < total ? (
        <p className={classes.none}>{t('tree.cut', { shown: formatCount(shown), total: formatCount(total) })}</p>
      ) : null}
    </>
  )
}
