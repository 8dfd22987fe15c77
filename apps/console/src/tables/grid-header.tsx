// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold a million virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import './texts.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../ui/checkbox.tsx'
import { widthLimits } from './columns.ts'
import classes from './grid.module.css'
import type { GridProps } from './grid.tsx'
import { placeOf } from './grid-row.tsx'
import type { Selection } from './use-selection.ts'

/** Pixels by which an arrow key moves the edge of a column. */
const keyStep = 16

export function GridHeader<Row extends { id: number }>({
  columns,
  pages,
  selection,
  sort,
  onSort,
  width,
}: GridProps<Row> & { width: number }) {
  const { t } = useTranslation('ui')
  const descending = sort.startsWith('-')
  const sorted = sort.replace(/^-/, '')

  const loadedIds = () => {
    const ids: number[] = []
    for (let index = 0; index < (pages.total ?? 0) && ids.length < pages.loaded; index++) {
      const row = pages.getRow(index)
      if (row) ids.push(row.id)
    }
    return ids
  }

  const onEdgeKey = (id: string) => (event: KeyboardEvent) => {
    const pixels = event.key === 'ArrowLeft' ? -keyStep : event.key === 'ArrowRight' ? keyStep : 0
    if (pixels === 0) return
    event.preventDefault()
    event.stopPropagation()
    columns.resizeBy(id, pixels)
  }

  return (
    <div role="row" aria-rowindex={1} className={classes.header} style={{ minWidth: width }}>
      {selection ? <SelectLoaded selection={selection} loaded={pages.loaded} loadedIds={loadedIds} /> : null}
      {columns.visible.map((column) => {
        const active = column.sort !== undefined && column.sort === sorted
        const handler = columns.resizeHandler(column.id)
        return (
          <div
            key={column.id}
            role="columnheader"
            className={classes.cell}
            data-pinned={column.pin}
            data-end={column.end}
            data-align={column.align}
            style={placeOf(column)}
            aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
          >
            {column.end ? (
              <span className="visually-hidden">{column.label}</span>
            ) : column.sort === undefined ? (
              <span className={classes.label}>{column.label}</span>
            ) : (
              <button
                type="button"
                className={classes.sort}
                data-active={active || undefined}
                onClick={() => onSort(active && !descending ? `-${column.sort}` : (column.sort as string))}
              >
                <span className={classes.label}>{column.label}</span>
                {active ? (
                  descending ? (
                    <IconArrowDown size={15} stroke={1.8} />
                  ) : (
                    <IconArrowUp size={15} stroke={1.8} />
                  )
                ) : null}
              </button>
            )}
            {column.end ? null : (
              <div
                role="separator"
                tabIndex={-1}
                aria-orientation="vertical"
                aria-label={t('table.resize', { column: column.label })}
                aria-valuenow={columns.widthOf(column.id)}
                aria-valuemin={widthLimits.min}
                aria-valuemax={widthLimits.max}
                className={classes.edge}
                onMouseDown={handler}
                onTouchStart={handler}
                onKeyDown={onEdgeKey(column.id)}
              />
            )}
          </div>
        )
      })}
      <div className={classes.filler} />
    </div>
  )
}

interface SelectProps {
  selection: Selection
  loaded: number
  loadedIds: () => number[]
}

function SelectLoaded({ selection, loaded, loadedIds }: SelectProps) {
  const { t } = useTranslation('ui')
  const all = selection.ids.size > 0 && selection.ids.size >= loaded
  return (
    <div role="columnheader" className={`${classes.cell} ${classes.check}`}>
      <Checkbox
        label={t('table.selectLoaded')}
        checked={all}
        indeterminate={selection.ids.size > 0 && !all}
        disabled={loaded === 0}
        onChange={() => (all ? selection.clear() : selection.set(loadedIds()))}
      />
    </div>
  )
}
