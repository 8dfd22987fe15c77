import {
  type ColumnSizingState,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import {
  type ColumnChoice,
  type GridColumn,
  limitWidth,
  mostPinned,
  moveColumn,
  pinColumn,
  readChoice,
  widthLimits,
} from './columns.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
})
const noRows: object[] = []

export interface VisibleColumn<Row> extends GridColumn<Row> {
  /** Stays at the left; the last of them with a line behind it. */
  pin?: 'inside' | 'edge'
}

export interface OptionalColumn<Row> {
  column: GridColumn<Row>
  shown: boolean
  pinned: boolean
}

export interface GridColumns<Row> {
  /** In order, without the hidden ones. */
  visible: readonly VisibleColumn<Row>[]
  /** For the columns menu: all that can be hidden or moved, in order. */
  optional: readonly OptionalColumn<Row>[]
  /** False when as many are pinned as may be. */
  mayPin: boolean
  /** What was made of them; null while nothing was. */
  choice: ColumnChoice | null
  choose: (choice: unknown) => void
  widthOf: (id: string) => number
  /** For a drag of a header's edge; undefined when the column has none. */
  resizeHandler: (id: string) => ((event: unknown) => void) | undefined
  resizeBy: (id: string, pixels: number) => void
  toggle: (id: string) => void
  pin: (id: string) => void
  move: (id: string, by: -1 | 1) => void
  reset: () => void
}

/** Order, visibility, pins and widths of a table's columns, kept wherever `stored` and `store` keep them. */
export function useColumns<Row>(
  columns: readonly GridColumn<Row>[],
  stored: unknown,
  store: (choice: ColumnChoice | null) => void,
): GridColumns<Row> {
  const choice = useMemo(() => readChoice(stored, columns), [stored, columns])
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        size: column.width,
        minSize: widthLimits.min,
        maxSize: widthLimits.max,
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    columnResizeMode: 'onChange',
    state: {
      columnOrder: [...choice.order],
      columnVisibility: Object.fromEntries(choice.hidden.map((id) => [id, false])),
      columnSizing: choice.widths,
    },
    onColumnSizingChange: (updater: Updater<ColumnSizingState>) => {
      const widths = typeof updater === 'function' ? updater({ ...choice.widths }) : updater
      store({ ...choice, widths })
    },
  })

  const byId = new Map(columns.map((column) => [column.id, column]))
  const find = (id: string) => byId.get(id) as GridColumn<Row>
  const fixed = columns.filter((column) => column.pinned).length
  const ends = columns.filter((column) => column.end).length
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const widthOf = (id: string) => table.getColumn(id)?.getSize() ?? find(id).width
  const shownIds = choice.order.filter((id) => !choice.hidden.includes(id)).join()
  const pinnedIds = choice.pinned.join()

  const visible = useMemo(() => {
    const pins = new Set(pinnedIds.split(','))
    const shown = shownIds.split(',').flatMap((id) => columns.find((column) => column.id === id) ?? [])
    const isPinned = (column: GridColumn<Row> | undefined) => column?.pinned === true || pins.has(column?.id ?? '')
    return shown.map(
      (column, at): VisibleColumn<Row> =>
        isPinned(column) ? { ...column, pin: isPinned(shown[at + 1]) ? 'inside' : 'edge' } : column,
    )
  }, [columns, shownIds, pinnedIds])

  return {
    visible,
    optional: choice.order.slice(fixed, choice.order.length - ends).map((id) => ({
      column: find(id),
      shown: !choice.hidden.includes(id),
      pinned: choice.pinned.includes(id),
    })),
    mayPin: choice.pinned.length < mostPinned,
    choice: stored === null ? null : choice,
    choose: (given) => store(given === null ? null : readChoice(given, columns)),
    widthOf,
    resizeHandler: (id) => headers.find((header) => header.id === id)?.getResizeHandler(),
    resizeBy: (id, pixels) =>
      store({ ...choice, widths: { ...choice.widths, [id]: limitWidth(widthOf(id) + pixels) } }),
    toggle: (id) =>
      store({
        ...choice,
        hidden: choice.hidden.includes(id) ? choice.hidden.filter((one) => one !== id) : [...choice.hidden, id],
      }),
    pin: (id) => store(pinColumn(choice, id)),
    move: (id, by) => store(moveColumn(choice, id, by, fixed, ends)),
    reset: () => store(null),
  }
}
