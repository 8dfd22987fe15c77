import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import type { Search } from '../api/search.ts'
import { lazy } from '../ui/lazy.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { usePhone } from '../ui/use-phone.ts'
import { Grid, type Outline } from './grid.tsx'
import { ListFooter } from './list-footer.tsx'
import classes from './list-page.module.css'
import type { ListState } from './list-state.ts'
import type { SelectedRows } from './selected-rows.ts'
import type { Table } from './table.ts'
import { type InsteadTexts, TableInstead } from './table-instead.tsx'
import { TableTools } from './table-tools.tsx'
import type { RowSource } from './use-row-pages.ts'
import { type OpenTable, useTable } from './use-table.ts'

export interface BulkProps {
  selected: SelectedRows
  /** Clears the selection, after the action. */
  clear: () => void
}

export interface TableProps<Row extends { id: number }> {
  table: Table<Row>
  /** The filter of the page that contains the table, for one company, device or tag. The page has the heading. */
  narrow?: Search | undefined
  /** Overrides that of the table. */
  defaultSort?: string | undefined
  /** Ids of columns that are left out. */
  without?: readonly string[] | undefined
  /** False if the list has no filters. */
  filtered?: boolean
  title: string
  searchLabel: string
  /** `source` is the list that contains the row. */
  onOpen: (row: Row, source: RowSource<Row>) => void
  /** Called when a letter is pressed on a row. */
  onKey?: (key: string, row: Row) => void
  /** Called with the rows on the screen, whenever they change. */
  onVisible?: (rows: readonly Row[]) => void
  onMeta?: (meta: object) => void
  /** Called in addition to refreshing the rows. */
  onRefresh?: () => void
  countText: (count: number, formatted: string) => string
  action?: ReactNode
  /** An important notice above the list. */
  notice?: ReactNode
  above?: (state: ListState, change: (state: ListState) => void) => ReactNode
  /** Left of the filters. */
  tools?: ReactNode
  /** Beside the button that refreshes. */
  more?: ReactNode
  /** False for users who may see the list but not download it. */
  downloads?: boolean
  /** Actions on the selected rows; without it, rows cannot be selected. */
  bulk?: ((props: BulkProps) => ReactNode) | null
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode }
  failed: string
  /** Headings between the rows, and details below them. */
  outline?: Outline<Row> | undefined
  /** Another view of the same rows instead of the list, such as a map. */
  instead?: (list: OpenTable<Row>) => ReactNode
  /** Beside the total, such as the number of rows left out. */
  footnote?: ReactNode
  /** Override the texts of all lists. */
  texts?: InsteadTexts
}

// Lazy: nothing is selected or filtered on the first screen.
const FilterChips = lazy(() => import('./filters/filter-chips.tsx').then((file) => ({ default: file.FilterChips })))
const SelectionBar = lazy(() =>
  import('./lazy/selection-bar.tsx').then((file) => ({ default: file.SelectionBar })),
) as unknown as typeof import('./lazy/selection-bar.tsx').SelectionBar
const Tiles = lazy(() =>
  import('./lazy/tiles.tsx').then((file) => ({ default: file.Tiles })),
) as unknown as typeof import('./lazy/tiles.tsx').Tiles

/** A list of a domain with search, filters, views and columns, for any number of rows; its state is in the address. */
export function TablePage<Row extends { id: number }>(props: TableProps<Row>) {
  const { table, title, bulk, onOpen } = props
  const inner = props.narrow !== undefined
  usePageTitle(inner ? null : title)
  const phone = usePhone()
  const [selecting, setSelecting] = useState(false)
  const list = useTable<Row>(props)
  const { state, setState, pages, source, selection, fields, lazyFilters, phoneRow } = list
  const selects = Boolean(bulk) && (!phone || selecting)
  const selectedCount = selection.ids.size
  const hold = useCallback(
    (row: Row, index: number) => {
      setSelecting(true)
      selection.toggle(row.id, index, false)
    },
    [selection],
  )
  const open = useCallback((row: Row) => onOpen(row, source), [onOpen, source])
  const drawPhone = useMemo(() => (phone ? phoneRow : null), [phone, phoneRow])
  const stopSelecting = () => {
    selection.clear()
    setSelecting(false)
  }
  return (
    <div className={inner ? classes.inner : classes.page}>
      {inner ? null : (
        <div className={classes.head}>
          <h1>{title}</h1>
          <div className={classes.actions}>{props.action}</div>
        </div>
      )}
      {props.notice}
      {props.above?.(state, setState)}
      <section className={classes.card} aria-label={title}>
        <TableTools
          {...props}
          list={list}
          inner={inner}
          phone={phone}
          selecting={selecting}
          onSelecting={bulk ? (next) => (next ? setSelecting(true) : stopSelecting()) : null}
        />
        {state.filters.length > 0 ? (
          <Suspense fallback={null}>
            {lazyFilters ? (
              <lazyFilters.Chips state={state} onChange={setState} />
            ) : (
              <FilterChips fields={fields} state={state} onChange={setState} />
            )}
          </Suspense>
        ) : null}
        {props.instead && !pages.error && pages.total !== 0 ? (
          props.instead(list)
        ) : pages.error || pages.total === 0 ? (
          <TableInstead {...props} pages={pages} state={state} onChange={setState} />
        ) : table.pictureOf && !phone ? (
          <Suspense fallback={<div className={classes.instead} />}>
            <Tiles
              label={title}
              columns={list.columns}
              pages={pages}
              selection={selects ? selection : null}
              onOpen={open}
              nameOf={table.nameOf}
              pictureOf={table.pictureOf}
            />
          </Suspense>
        ) : (
          <Grid
            label={title}
            columns={list.columns}
            pages={pages}
            selection={selects ? selection : null}
            selecting={selecting}
            onHold={bulk ? hold : undefined}
            sort={state.sort}
            onSort={(sort) => setState({ ...state, sort })}
            onOpen={open}
            onKey={props.onKey}
            nameOf={table.nameOf}
            phoneRow={drawPhone}
            onVisible={props.onVisible ?? ignore}
            outline={props.outline}
          />
        )}
        {props.instead ? null : (
          <ListFooter pages={pages} countText={props.countText} footnote={props.footnote} compact={phone} />
        )}
        {bulk && selectedCount > 0 ? (
          <Suspense fallback={null}>
            <SelectionBar
              list={list}
              downloads={props.downloads !== false}
              phone={phone}
              onClear={phone ? stopSelecting : selection.clear}
            >
              {bulk}
            </SelectionBar>
          </Suspense>
        ) : null}
      </section>
    </div>
  )
}

const ignore = () => undefined
