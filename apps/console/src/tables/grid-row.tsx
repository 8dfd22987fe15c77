// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold a million virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import './texts.ts'
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../ui/checkbox.tsx'
import { Skeleton } from '../ui/state.tsx'
import classes from './grid.module.css'
import type { GridColumns, VisibleColumn } from './use-columns.ts'

/** Position of a cell, from the variables of the grid. */
export const placeOf = ({ id, pin }: { id: string; pin?: string }) =>
  pin ? { width: `var(--w-${id})`, left: `var(--x-${id})` } : { width: `var(--w-${id})` }

const placed = (top: number | null): CSSProperties =>
  top === null ? { position: 'relative' } : { transform: `translateY(${top}px)` }

interface Props<Row> {
  row: Row
  index: number
  /** Null if it is part of a block, which has the position. */
  top: number | null
  columns: readonly VisibleColumn<Row>[]
  phoneRow: ((row: Row) => ReactNode) | null
  selected: boolean
  active: boolean
  name: string
  /** Null if rows cannot be selected. */
  onToggle: ((id: number, index: number, range: boolean) => void) | null
  /** Pressing a phone row selects it. */
  selecting: boolean
  onHold: ((row: Row, index: number) => void) | null
  onOpen: (row: Row) => void
  onActive: (index: number) => void
}

function Row<Row extends { id: number }>(props: Props<Row>) {
  const { row, index, columns, phoneRow, selected, onToggle } = props
  const { t } = useTranslation('ui')
  const open = (event: MouseEvent) => {
    // Only on a phone does a press on the row open it; elsewhere the name is the link, and text can be selected.
    if (phoneRow && props.selecting) {
      // Links must not navigate now; preventing the press on a checkbox would show its previous state.
      if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      onToggle?.(row.id, index, false)
    } else if (phoneRow && !(event.target as HTMLElement).closest('a,button')) props.onOpen(row)
    else props.onActive(index)
  }
  const onContextMenu = (event: MouseEvent) => {
    if (phoneRow) {
      if (!props.onHold) return
      event.preventDefault()
      props.onHold(row, index)
      return
    }
    // Links and selected text keep the browser's own menu.
    const { target, currentTarget } = event as MouseEvent<HTMLElement> & { target: HTMLElement }
    const menu = currentTarget.querySelector<HTMLElement>('[aria-haspopup=menu]')
    if (!menu || target.closest('a') || getSelection()?.isCollapsed === false) return
    event.preventDefault()
    props.onActive(index)
    menu.click()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it takes the keys
    <div
      role="row"
      id={`row-${index}`}
      aria-rowindex={index + 2}
      aria-selected={onToggle && (!phoneRow || props.selecting) ? selected : undefined}
      className={phoneRow ? classes.phoneRow : classes.row}
      data-active={props.active || undefined}
      style={placed(props.top)}
      onClickCapture={phoneRow && props.selecting ? open : undefined}
      onClick={phoneRow && props.selecting ? undefined : open}
      onContextMenu={onContextMenu}
    >
      {phoneRow ? (
        <>
          {props.selecting ? (
            <div role="gridcell" className={`${classes.cell} ${classes.check}`}>
              <Checkbox
                tabIndex={-1}
                label={t('table.selectRow', { name: props.name })}
                checked={selected}
                onChange={() => undefined}
              />
            </div>
          ) : null}
          <div role="gridcell" className={classes.phoneCell}>
            {phoneRow(row)}
          </div>
        </>
      ) : (
        <>
          {onToggle ? (
            <div role="gridcell" className={`${classes.cell} ${classes.check}`}>
              <Checkbox
                tabIndex={-1}
                label={t('table.selectRow', { name: props.name })}
                checked={selected}
                onChange={() => undefined}
                onClick={(event) => onToggle(row.id, index, event.shiftKey)}
              />
            </div>
          ) : null}
          {columns.map((column) => (
            <div
              key={column.id}
              role="gridcell"
              className={classes.cell}
              data-pinned={column.pin}
              data-end={column.end}
              data-align={column.align}
              style={placeOf(column)}
            >
              {column.cell(row)}
            </div>
          ))}
          <div className={classes.filler} />
        </>
      )}
    </div>
  )
}

export const GridRow = memo(Row) as typeof Row

interface SkeletonProps<Row extends { id: number }> {
  index: number
  top: number | null
  selection: object | null
  columns: GridColumns<Row>
  phoneRow: ((row: Row) => ReactNode) | null
}

/** A row that is still loading, with the geometry of a loaded one. */
export function SkeletonRow<Row extends { id: number }>(props: SkeletonProps<Row>) {
  const { index, top, columns, phoneRow, selection } = props
  const share = (at: number) => 0.45 + ((index * 7 + at * 13) % 5) * 0.09
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={phoneRow ? classes.phoneRow : classes.row}
      style={placed(top)}
      aria-busy="true"
    >
      {phoneRow ? (
        <div role="gridcell" className={classes.phoneCell}>
          <Skeleton width={`${share(1) * 60}%`} height={12} />
        </div>
      ) : (
        <>
          {selection ? <div role="gridcell" className={`${classes.cell} ${classes.check}`} /> : null}
          {columns.visible.map((column, at) => (
            <div
              key={column.id}
              role="gridcell"
              className={classes.cell}
              data-pinned={column.pin}
              data-end={column.end}
              data-align={column.align}
              style={placeOf(column)}
            >
              <Skeleton width={`${share(at) * 100}%`} />
            </div>
          ))}
          <div className={classes.filler} />
        </>
      )}
    </div>
  )
}
