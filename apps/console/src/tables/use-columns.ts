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
import { type ColumnChoice, type GridColumn, limitWidth, moveColumn, readChoice } from './columns.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
})
const noRows: object[] = []

export interface GridColumns<Row> {
  /** In order, without the hidden ones. */
  visible: readonly GridColumn<Row>[]
  /** For the columns menu: all that can be hidden or moved, in order. */
  optional: readonly { column: GridColumn<Row>; shown: boolean }[]
  widthOf: (id: string) => number
  /** For a drag of a header's edge; undefined when the column has none. */
  resizeHandler: (id: string) => ((event: unknown) => void) | undefined
  resizeBy: (id: string, pixels: number) => void
  toggle: (id: string) => void
  move: (id: string, by: -1 | 1) => void
  reset: () => void
}

/** Order, visibility and widths of a table's columns, kept wherever `stored` and `store` keep them. */
export function useColumns<Row>(
  columns: readonly GridColumn<Row>[],
  stored: unknown,
  store: (choice: ColumnChoice | null) => void,
): GridColumns<Row> {
  const choice = useMemo(() => readChoice(stored, columns), [stored, columns])
  const definitions = useMemo(
    () => columns.map((column) => ({ id: column.id, size: column.width, minSize: 64, maxSize: 640 })),
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
  const pinned = columns.filter((column) => column.pinned).length
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const find = (id: string) => byId.get(id) as GridColumn<Row>
  const widthOf = (id: string) => table.getColumn(id)?.getSize() ?? find(id).width

  return {
    visible: table.getVisibleLeafColumns().map((column) => find(column.id)),
    optional: table
      .getAllLeafColumns()
      .map((column) => ({ column: find(column.id), shown: column.getIsVisible() }))
      .filter(({ column }) => !column.pinned),
    widthOf,
    resizeHandler: (id) => headers.find((header) => header.id === id)?.getResizeHandler(),
    resizeBy: (id, pixels) =>
      store({ ...choice, widths: { ...choice.widths, [id]: limitWidth(widthOf(id) + pixels) } }),
    toggle: (id) =>
      store({
        ...choice,
        hidden: choice.hidden.includes(id) ? choice.hidden.filter((one) => one !== id) : [...choice.hidden, id],
      }),
    move: (id, by) => store(moveColumn(choice, id, by, pinned)),
    reset: () => store(null),
  }
}
