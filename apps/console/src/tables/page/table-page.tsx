import { IconRefresh, IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import type { Search } from '../../api/search.ts'
import { useStored } from '../../domains/storage/stored.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { BulkBar } from '../bulk-bar.tsx'
import type { GridColumn } from '../columns.ts'
import { ColumnsMenu } from '../columns-menu.tsx'
import { Grid } from '../grid.tsx'
import { ListFooter } from '../list-footer.tsx'
import classes from '../list-page.module.css'
import { SearchBox } from '../search-box.tsx'
import { useColumns } from '../use-columns.ts'
import { type RowPages, useRowPages } from '../use-row-pages.ts'
import { type Selection, useSelection } from '../use-selection.ts'
import { type ListRules, type ListState, listQuery, readListState, writeListState } from './list-state.ts'

type Load<Row> = (
  query: Record<string, unknown> & { limit: number; offset: number },
  signal: AbortSignal,
) => Promise<Answer<Row[]>>

interface Props<Row extends { id: number }> {
  /** Key of the list in the query cache and, under `table.`, of the user's columns. */
  name: string
  title: string
  searchLabel: string
  columns: readonly GridColumn<Row>[]
  rules: ListRules
  load: Load<Row>
  /** Part of the list's key besides its state: another value is another list. */
  about?: string
  nameOf: (row: Row) => string
  onOpen: (row: Row) => void
  phoneRow: (row: Row) => ReactNode
  countText: (count: number, formatted: string) => string
  /** Right of the title. */
  action?: ReactNode
  /** What has to be known before the list, above it. */
  notice?: ReactNode
  /** Between search and refresh. */
  filters?: (state: ListState, change: (state: ListState) => void) => ReactNode
  /** Actions on the chosen rows; without it rows cannot be chosen. */
  bulk?: ((selection: Selection) => ReactNode) | null
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode }
  failed: string
  /** Stands inside another page, which has the heading. */
  inner?: boolean
}

const refreshEvery = 30_000

/** A list of a domain: search, filters, columns, rows of any number, states; all of its state stands in the address. */
export function TablePage<Row extends { id: number }>(props: Props<Row>) {
  const { name, rules, load, about = '' } = props
  const phone = usePhone()
  const search = useSearch({ strict: false }) as Search
  const path = useRouterState({ select: (state) => state.location.pathname })
  const navigate = useNavigate()
  const searchKey = JSON.stringify(search)
  const state = useMemo(() => readListState(JSON.parse(searchKey) as Search, rules), [searchKey, rules])
  const source = useMemo(
    () => ({
      key: [name, 'list', about, listQuery(state)],
      refreshEvery,
      load: (
        { limit, offset, cursor }: { limit: number; offset: number; cursor: string | null },
        signal: AbortSignal,
      ) => load({ limit, offset, ...(cursor ? { cursor } : {}), ...listQuery(state) }, signal),
    }),
    [name, about, state, load],
  )
  const pages = useRowPages<Row>(source)
  const selection = useSelection(useCallback((index) => pages.getRow(index)?.id, [pages.getRow]))
  const [stored, store] = useStored(`table.${name}`)
  const columns = useColumns(props.columns, stored, store)
  const setState = (next: ListState) => {
    selection.clear()
    void navigate({ to: path, search: writeListState(next, rules), replace: true })
  }
  const { t } = useTranslation('ui')
  const chosen = selection.ids.size
  return (
    <div className={props.inner ? classes.inner : classes.page}>
      {props.inner ? null : (
        <div className={classes.head}>
          <h1>{props.title}</h1>
          {props.action}
        </div>
      )}
      {props.notice}
      <section className={classes.card} aria-label={props.title}>
        <div className={`${classes.tools} ${classes.wrapping}`}>
          <SearchBox label={props.searchLabel} value={state.q} onChange={(q) => setState({ ...state, q })} />
          {props.filters?.(state, setState)}
          <span className={classes.gap} />
          <IconButton size="small" label={t('table.refresh')} onClick={pages.retry} disabled={pages.changing}>
            <IconRefresh size={18} stroke={1.6} className={pages.refreshing ? classes.turning : undefined} />
          </IconButton>
          {phone ? null : <ColumnsMenu columns={columns} />}
          {props.inner ? props.action : null}
        </div>
        <Rows {...props} pages={pages} state={state} setState={setState}>
          <Grid
            label={props.title}
            columns={columns}
            pages={pages}
            selection={props.bulk ? selection : null}
            sort={state.sort}
            onSort={(sort) => setState({ ...state, sort })}
            onOpen={props.onOpen}
            nameOf={props.nameOf}
            phoneRow={phone ? props.phoneRow : null}
            onVisible={ignore}
          />
        </Rows>
        <ListFooter pages={pages} countText={props.countText} compact={phone} />
        {props.bulk && chosen > 0 && !phone ? (
          <BulkBar
            text={t('table.selected', { count: chosen, formatted: formatCount(chosen) })}
            onClear={selection.clear}
          >
            {props.bulk(selection)}
          </BulkBar>
        ) : null}
      </section>
    </div>
  )
}

const ignore = () => undefined

interface RowsProps<Row> {
  pages: RowPages<Row>
  state: ListState
  setState: (state: ListState) => void
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode }
  failed: string
  children: ReactNode
}

/** The rows, or what stands in their place. */
function Rows<Row>({ pages, state, setState, empty, failed, children }: RowsProps<Row>) {
  const { t } = useTranslation('ui')
  if (pages.error) {
    return (
      <div className={classes.instead}>
        <ErrorState
          title={failed}
          message={messageOf(pages.error)}
          requestId={pages.error instanceof ApiError ? pages.error.requestId : null}
          onRetry={pages.retry}
        />
      </div>
    )
  }
  if (pages.total !== 0) return children
  const filtered = state.q !== '' || Object.keys(state.filters).length > 0
  return (
    <div className={classes.instead}>
      {filtered ? (
        <EmptyState
          icon={<IconSearchOff size={22} stroke={1.6} />}
          title={t('table.noMatch')}
          text={t('table.noMatchText')}
          action={<Button onClick={() => setState({ ...state, q: '', filters: {} })}>{t('table.clearFilters')}</Button>}
        />
      ) : (
        <EmptyState {...empty} />
      )}
    </div>
  )
}
