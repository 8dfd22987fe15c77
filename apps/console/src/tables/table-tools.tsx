import './texts.ts'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { lazy } from '../ui/lazy.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { downloadList } from './download.ts'
import { FilterButton } from './filters/filter-button.tsx'
import { QuickFilters } from './filters/quick-filters.tsx'
import classes from './list-page.module.css'
import { SearchBox } from './search-box.tsx'
import { SeparatorMenu } from './separator-menu.tsx'
import type { OpenTable } from './use-table.ts'
import { ViewsButton } from './views/views-button.tsx'

const FilterBuilder = lazy(() =>
  import('./filters/filter-builder.tsx').then((file) => ({ default: file.FilterBuilder })),
)

const SortButton = lazy(() => import('./lazy/sort-button.tsx').then((file) => ({ default: file.SortButton })))

const SwitchFilters = lazy(() =>
  import('./filters/switch-filters.tsx').then((file) => ({ default: file.SwitchFilters })),
)

interface Props<Row extends { id: number }> {
  list: OpenTable<Row>
  searchLabel: string
  phone: boolean
  /** Whether it is part of another page, which has the heading. */
  inner: boolean
  action?: ReactNode
  tools?: ReactNode
  more?: ReactNode
  downloads?: boolean
  onRefresh?: () => void
  /** Replaces the rows, and with them columns and order. */
  instead?: unknown
  selecting: boolean
  /** Null if rows cannot be selected. */
  onSelecting: ((selecting: boolean) => void) | null
}

/** The toolbar above the rows: filters on the left, actions on the whole list on the right. */
export function TableTools<Row extends { id: number }>(props: Props<Row>) {
  const { list, phone, selecting, onSelecting } = props
  const { table, state, setState, pages, columns, fields, lazyFilters } = list
  const { t } = useTranslation('ui')
  const { name, download } = table
  const switches = fields.some((field) => field.switch)
  const refresh = () => {
    pages.retry()
    props.onRefresh?.()
  }
  return (
    <div className={classes.tools} data-switches={switches || undefined}>
      <SearchBox label={props.searchLabel} value={state.q} onChange={(q) => setState({ ...state, q })} />
      {props.tools}
      <QuickFilters fields={fields} state={state} onChange={setState} />
      {lazyFilters || fields.length > 0 ? (
        <FilterButton compact={phone}>
          {(close) =>
            lazyFilters ? (
              <lazyFilters.Builder state={state} narrow={list.narrow} onChange={setState} onClose={close} />
            ) : (
              <FilterBuilder fields={fields} state={state} onChange={setState} onClose={close} />
            )
          }
        </FilterButton>
      ) : null}
      {(phone || table.pictureOf) && !props.instead ? (
        <Suspense fallback={null}>
          <SortButton columns={columns.all} sort={state.sort} onSort={(sort) => setState({ ...state, sort })} />
        </Suspense>
      ) : null}
      <ViewsButton list={list} name={name} compact={phone} />
      <span className={classes.gap} />
      {switches ? (
        <Suspense fallback={null}>
          <SwitchFilters fields={fields} state={state} onChange={setState} />
        </Suspense>
      ) : null}
      <IconButton size="small" label={t('table.refresh')} onClick={refresh} disabled={pages.changing}>
        <IconRefresh size={18} stroke={1.6} className={pages.refreshing ? classes.turning : undefined} />
      </IconButton>
      {props.more}
      {phone && onSelecting ? (
        <Button size="small" aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
          {t(selecting ? 'table.chooseDone' : 'table.choose')}
        </Button>
      ) : null}
      {phone || props.instead ? null : <ColumnsMenu columns={columns} name={name} />}
      {!phone && download && props.downloads !== false ? (
        <span className={classes.download}>
          <Button
            size="small"
            icon={<IconDownload size={17} stroke={1.6} />}
            onClick={() => downloadList(download, list.query, columns.visible)}
          >
            <span className={classes.word}>{t('table.csv')}</span>
          </Button>
          <SeparatorMenu />
        </span>
      ) : null}
      {props.inner ? props.action : null}
    </div>
  )
}
