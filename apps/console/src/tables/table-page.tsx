import { type ComponentType, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import type { Search } from '../api/search.ts'
import { lazy } from '../ui/lazy.ts'
import { usePhone } from '../ui/use-phone.ts'
import type { Choice } from './choice.ts'
import type { GridColumn } from './columns.ts'
import type { FilterField } from './filters/field.ts'
import type { FilterRule } from './filters/rules.ts'
import { Grid } from './grid.tsx'
import { ListFooter } from './list-footer.tsx'
import classes from './list-page.module.css'
import type { ListSpec } from './list-source.ts'
import type { ListState } from './list-state.ts'
import { type InsteadTexts, TableInstead } from './table-instead.tsx'
import { TableTools } from './table-tools.tsx'
import { useList } from './use-list.ts'

/** The chosen rows, as the actions on them see them. */
export interface Chosen {
  choice: Choice
  /** Takes the choice back, when it is done. */
  clear: () => void
}

/** Filters whose words come with their first use: those of a list that is drawn early. */
export interface LazyFilters {
  rules: Readonly<Record<string, FilterRule>>
  Builder: ComponentType<{ state: ListState; onChange: (state: ListState) => void; onClose: () => void }>
  Chips: ComponentType<{ state: ListState; onChange: (state: ListState) => void }>
}

export interface TableProps<Row extends { id: number }> {
  spec: ListSpec
  title: string
  searchLabel: string
  columns: readonly GridColumn<Row>[]
  filters?: readonly FilterField[] | LazyFilters | undefined
  /** Filters that hold whatever the address says: the list of one company, one device, one tag. */
  narrow?: Search | undefined
  nameOf: (row: Row) => string
  onOpen: (row: Row) => void
  phoneRow: (row: Row) => ReactNode
  /** Rows on the screen, whenever they change. */
  onVisible?: (rows: readonly Row[]) => void
  onMeta?: (meta: object) => void
  /** Beside refreshing the rows. */
  onRefresh?: () => void
  countText: (count: number, formatted: string) => string
  /** Right of the title. */
  action?: ReactNode
  /** What has to be known before the list, above it. */
  notice?: ReactNode
  /** Above the list, where its state is shown and set another way. */
  above?: (state: ListState, change: (state: ListState) => void) => ReactNode
  /** Left of the filters. */
  tools?: ReactNode
  /** Beside the button that refreshes. */
  more?: ReactNode
  /** False for who may see the list and not take it along. */
  downloads?: boolean
  /** Actions on the chosen rows; without it rows cannot be chosen. */
  bulk?: ((chosen: Chosen) => ReactNode) | null
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode }
  failed: string
  /** Other words than those of every list. */
  texts?: InsteadTexts
  /** Stands inside another page, which has the heading. */
  inner?: boolean
}

// Nothing is chosen or filtered in the first picture.
const FilterChips = lazy(() => import('./filters/filter-chips.tsx').then((file) => ({ default: file.FilterChips })))
const SelectionBar = lazy(() =>
  import('./lazy/selection-bar.tsx').then((file) => ({ default: file.SelectionBar })),
) as unknown as typeof import('./lazy/selection-bar.tsx').SelectionBar

const noFilters: readonly FilterField[] = []
const isLazy = (filters: readonly FilterField[] | LazyFilters): filters is LazyFilters => 'Builder' in filters

/** A list of a domain: search, filters, views, columns, rows of any number, states; all of its state stands in the address. */
export function TablePage<Row extends { id: number }>(props: TableProps<Row>) {
  const { spec, title, filters = noFilters, bulk } = props
  const phone = usePhone()
  const [choosing, setChoosing] = useState(false)
  const rules = useMemo(
    () => (isLazy(filters) ? filters.rules : Object.fromEntries(filters.map((field) => [field.name, field]))),
    [filters],
  )
  const list = useList<Row>({
    spec,
    filters: rules,
    narrow: props.narrow,
    columns: props.columns,
    onMeta: props.onMeta,
  })
  const { state, setState, pages, selection } = list
  const chooses = Boolean(bulk) && (!phone || choosing)
  const chosen = selection.ids.size
  const hold = useCallback(
    (row: Row, index: number) => {
      setChoosing(true)
      selection.toggle(row.id, index, false)
    },
    [selection],
  )
  const { phoneRow } = props
  const drawPhone = useMemo(() => (phone ? phoneRow : null), [phone, phoneRow])
  const stopChoosing = () => {
    selection.clear()
    setChoosing(false)
  }
  return (
    <div className={props.inner ? classes.inner : classes.page}>
      {props.inner ? null : (
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
          filters={filters}
          phone={phone}
          choosing={choosing}
          onChoosing={bulk ? (next) => (next ? setChoosing(true) : stopChoosing()) : null}
        />
        {state.filters.length > 0 ? (
          <Suspense fallback={null}>
            {isLazy(filters) ? (
              <filters.Chips state={state} onChange={setState} />
            ) : (
              <FilterChips fields={filters} state={state} onChange={setState} />
            )}
          </Suspense>
        ) : null}
        {pages.error || pages.total === 0 ? (
          <TableInstead {...props} pages={pages} state={state} onChange={setState} />
        ) : (
          <Grid
            label={title}
            columns={list.columns}
            pages={pages}
            selection={chooses ? selection : null}
            choosing={choosing}
            onHold={bulk ? hold : undefined}
            sort={state.sort}
            onSort={(sort) => setState({ ...state, sort })}
            onOpen={props.onOpen}
            nameOf={props.nameOf}
            phoneRow={drawPhone}
            onVisible={props.onVisible ?? ignore}
          />
        )}
        <ListFooter pages={pages} countText={props.countText} compact={phone} />
        {bulk && chosen > 0 ? (
          <Suspense fallback={null}>
            <SelectionBar
              list={list}
              nameOf={props.nameOf}
              download={props.downloads === false ? undefined : spec.download}
              most={spec.most}
              phone={phone}
              onClear={phone ? stopChoosing : selection.clear}
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
