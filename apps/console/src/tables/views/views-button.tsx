import '../texts.ts'
import { IconBookmark } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../api/search.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazy } from '../../ui/lazy.ts'
import { Menu } from '../../ui/menu.tsx'
import classes from '../list-page.module.css'
import { readListState, writeListState } from '../list-state.ts'
import type { OpenTable } from '../use-table.ts'
import { useViews } from './use-views.ts'
import { isSame, type View } from './views.ts'

const ViewsMenu = lazy(() => import('./views-menu.tsx').then((file) => ({ default: file.ViewsMenu })))

interface Props<Row extends { id: number }> {
  list: OpenTable<Row>
  name: string
  compact: boolean
}

/** The views of a list; an address without a state opens the user's first one. */
export function ViewsButton<Row extends { id: number }>({ list, name, compact }: Props<Row>) {
  const { t } = useTranslation('ui')
  const [views, setViews] = useViews(name)
  const [applied, setApplied] = useState<string | null>(null)
  const { state, rules, open, columns } = list
  const now = writeListState(state, rules)
  const shown = views.views.find((view) => isSame(now, view.search))
  const apply = (view: View) => {
    setApplied(view.name)
    open(readListState(view.search, rules))
    columns.change(view.columns)
  }
  useFirstView(
    views.views.find((view) => view.name === views.first),
    apply,
  )
  const current = shown ?? views.views.find((view) => view.name === applied)
  const label = current?.name ?? t('views.title')
  const trigger = compact ? (
    <IconButton size="small" tip={false} label={t('views.title')}>
      <IconBookmark size={18} stroke={1.6} />
    </IconButton>
  ) : (
    <Button size="small" icon={<IconBookmark size={16} stroke={1.6} />} className={classes.views} title={label}>
      <span>{label}</span>
    </Button>
  )
  return (
    <Menu trigger={trigger} width={240} side="bottom-start">
      <ViewsMenu
        views={views}
        onChange={setViews}
        current={current ?? null}
        changed={current !== undefined && current !== shown}
        now={{ search: now, columns: columns.settings }}
        onTake={apply}
      />
    </Menu>
  )
}

/** Applies the first view when the list opens without a state in its address, unless the user has changed it meanwhile. */
function useFirstView(first: View | undefined, apply: (view: View) => void): void {
  const search = useSearch({ strict: false }) as Search
  const untouched = useRef(Object.keys(search).length === 0)
  useEffect(() => {
    if (Object.keys(search).length > 0) untouched.current = false
    if (!untouched.current || !first) return
    untouched.current = false
    apply(first)
  })
}
