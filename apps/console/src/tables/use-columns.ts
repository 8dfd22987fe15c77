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
  type ColumnSettings,
  type GridColumn,
  limitWidth,
  mostPinned,
  moveColumn,
  pinColumn,
  readSettings,
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
  /** Stays at the left; `edge`: the last of these, with a line after it. */
  pin?: 'inside' | 'edge'
}

export interface OptionalColumn<Row> {
  column: GridColumn<Row>
  shown: boolean
  pinned: boolean
}

export interface GridColumns<Row> {
  /** Including hidden ones, in the order of the table. */
  all: readonly GridColumn<Row>[]
  /** In order, without hidden ones. */
  visible: readonly VisibleColumn<Row>[]
  /** For the columns menu: all that can be hidden or moved, in order. */
  optional: readonly OptionalColumn<Row>[]
  /** False if the maximum number of columns is pinned. */
  mayPin: boolean
  /** The user's settings; null if there are none. */
  settings: ColumnSettings | null
  change: (settings: unknown) => void
  widthOf: (id: string) => number
  /** A column's share of the remaining width. */
  shareOf: (column: GridColumn<Row>) => number
  /** For dragging the edge of a header; undefined if the column has none. */
  resizeHandler: (id: string) => ((event: unknown) => void) | undefined
  resizeBy: (id: string, pixels: number) => void
  toggle: (id: string) => void
  pin: (id: string) => void
  move: (id: string, by: -1 | 1) => void
  reset: () => void
}

/** Order, visibility, pins and widths of a table's columns, stored by `store`; `shown` are not hidden for now. */
export function useColumns<Row>(
  columns: readonly GridColumn<Row>[],
  stored: unknown,
  store: (settings: ColumnSettings | null) => void,
  shown: readonly string[] = [],
): GridColumns<Row> {
  const settings = useMemo(() => readSettings(stored, columns), [stored, columns])
  const hidden = settings.hidden.filter((id) => !shown.includes(id))
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        size: column.width,
        minSize: Math.min(widthLimits.min, column.width),
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
      columnOrder: [...settings.order],
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
      columnSizing: settings.widths,
    },
    onColumnSizingChange: (updater: Updater<ColumnSizingState>) => {
      const widths = typeof updater === 'function' ? updater({ ...settings.widths }) : updater
      store({ ...settings, widths })
    },
  })

  const byId = new Map(columns.map((column) => [column.id, column]))
  const find = (id: string) => byId.get(id) as GridColumn<Row>
  const fixed = columns.filter((column) => column.pinned).length
  const ends = columns.filter((column) => column.end).length
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const widthOf = (id: string) => table.getColumn(id)?.getSize() ?? find(id).width
  const shownIds = settings.order.filter((id) => !hidden.includes(id)).join()
  const pinnedIds = settings.pinned.join()

  const visible = useMemo(() => {
    const pins = new Set(pinnedIds.split(','))
    const found = shownIds.split(',').flatMap((id) => columns.find((column) => column.id === id) ?? [])
    const isPinned = (column: GridColumn<Row> | undefined) => column?.pinned === true || pins.has(column?.id ?? '')
    return found.map(
      (column, at): VisibleColumn<Row> =>
        isPinned(column) ? { ...column, pin: isPinned(found[at + 1]) ? 'inside' : 'edge' } : column,
    )
  }, [columns, shownIds, pinnedIds])

  return {
    all: columns,
    visible,
    optional: settings.order.slice(fixed, settings.order.length - ends).map((id) => ({
      column: find(id),
      shown: !hidden.includes(id),
      pinned: settings.pinned.includes(id),
    })),
    mayPin: settings.pinned.length < mostPinned,
    settings: stored === null ? null : settings,
    change: (given) => store(given === null ? null : readSettings(given, columns)),
    widthOf,
    shareOf: ({ id, flexible = 0 }) => (settings.widths[id] === undefined ? flexible : 0),
    resizeHandler: (id) => headers.find((header) => header.id === id)?.getResizeHandler(),
    resizeBy: (id, pixels) =>
      store({ ...settings, widths: { ...settings.widths, [id]: limitWidth(widthOf(id) + pixels) } }),
    toggle: (id) =>
      store({
        ...settings,
        hidden: settings.hidden.includes(id) ? settings.hidden.filter((one) => one !== id) : [...settings.hidden, id],
      }),
    pin: (id) => store(pinColumn(settings, id)),
    move: (id, by) => store(moveColumn(settings, id, by, fixed, ends)),
    reset: () => store(null),
  }
}
