// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active tile
import '../texts.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Skeleton, useDelayed } from '../../ui/state.tsx'
import type { GridColumns } from '../use-columns.ts'
import type { RowPages } from '../use-row-pages.ts'
import type { Selection } from '../use-selection.ts'
import { tileStep } from './tile-keys.ts'
import classes from './tiles.module.css'

interface Props<Row extends { id: number }> {
  label: string
  /** The pinned column is the head of a tile, the last one its menu, each other one a line. */
  columns: GridColumns<Row>
  pages: RowPages<Row>
  /** Null if rows cannot be selected. */
  selection: Selection | null
  onOpen: (row: Row) => void
  nameOf: (row: Row) => string
  pictureOf: (row: Row) => ReactNode
}

/** Pixels; heights must match the stylesheet. */
const least = 208
const gap = 12
const heights = { picture: 148, head: 28, line: 20, around: 20 } as const
/** Milliseconds without scrolling before pages are requested. */
const settled = 90
const drawnAhead = 3

/** Any number of rows as tiles with an image, in a fixed area with a single tab stop. */
export function Tiles<Row extends { id: number }>(props: Props<Row>) {
  const { columns, pages, selection } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const [focused, setFocused] = useState(false)
  const delayed = useDelayed()
  const total = pages.total ?? 0
  const across = Math.max(1, Math.floor(((width ?? 0) + gap) / (least + gap)))
  const lines = columns.visible.filter(({ pinned, end }) => !pinned && !end)
  const height = heights.picture + heights.head + lines.length * heights.line + heights.around + gap

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const virtualizer = useVirtualizer({
    count: Math.ceil(total / across),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: drawnAhead,
  })
  const measured = useRef(height)
  // The height changes with the lines, and the virtualizer retains its measurements.
  useLayoutEffect(() => {
    if (measured.current !== height) virtualizer.measure()
    measured.current = height
  }, [virtualizer, height])

  const listKey = useRef(pages.shownKey)
  // Another list starts at its top.
  useEffect(() => {
    if (listKey.current === pages.shownKey) return
    listKey.current = pages.shownKey
    setActive(null)
    scroller.current?.scrollTo({ top: 0 })
  }, [pages.shownKey])

  const rows = virtualizer.getVirtualItems()
  const first = (rows[0]?.index ?? 0) * across
  const last = Math.max(0, Math.min(total, ((rows.at(-1)?.index ?? 0) + 1) * across) - 1)
  const { show } = pages
  useEffect(() => {
    const timer = setTimeout(() => show(first, last), settled)
    return () => clearTimeout(timer)
  }, [first, last, show])

  // The focus may be here before the rows have loaded, and stays when rows disappear.
  const at = total === 0 || (active === null && !focused) ? null : Math.min(active ?? 0, total - 1)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || at === null) return
    const seen = Math.max(1, Math.floor(event.currentTarget.clientHeight / height))
    const next = tileStep(event.key, at, total, { across, rows: seen })
    const row = pages.getRow(at)
    if (next !== null) {
      event.preventDefault()
      const to = pages.getRow(next)
      if (event.shiftKey && row && to && Math.abs(next - at) === 1)
        selection?.extend({ id: row.id, index: at }, { id: to.id, index: next })
      setActive(next)
      virtualizer.scrollToIndex(Math.floor(next / across))
      return
    }
    if (!row) return
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      document.querySelector<HTMLElement>(`#row-${at} [aria-haspopup=menu]`)?.click()
    }
    if (event.key === ' ' && selection) {
      event.preventDefault()
      selection.toggle(row.id, at, event.shiftKey)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      props.onOpen(row)
    }
  }

  const skeletons = pages.total === null && delayed
  const drawn = skeletons ? [0, 1, 2].map((index) => ({ index, start: index * height })) : rows
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      className={classes.scroller}
      data-selecting={selection && selection.ids.size > 0 ? true : undefined}
      aria-label={props.label}
      aria-rowcount={Math.ceil(total / across)}
      aria-colcount={across}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={at === null ? undefined : `row-${at}`}
      aria-busy={pages.changing || pages.total === null || undefined}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target === event.currentTarget) setFocused(event.currentTarget.matches(':focus-visible'))
      }}
      onBlur={() => setFocused(false)}
    >
      <div
        role="rowgroup"
        className={classes.body}
        data-changing={pages.changing || undefined}
        style={{ height: skeletons ? 3 * height : virtualizer.getTotalSize() + gap }}
      >
        {width === null
          ? null
          : drawn.map(({ index, start }) => (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 1}
                className={classes.row}
                style={{
                  height,
                  gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
                  transform: `translateY(${start}px)`,
                }}
              >
                {Array.from({ length: skeletons ? across : Math.min(across, total - index * across) }, (_, place) => {
                  const tile = index * across + place
                  const row = pages.getRow(tile)
                  return row ? (
                    <Tile
                      key={row.id}
                      {...props}
                      row={row}
                      index={tile}
                      column={place + 1}
                      lines={lines}
                      active={tile === at}
                      onActive={setActive}
                    />
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other name
                    <SkeletonTile key={`place ${place}`} lines={lines.length} />
                  )
                })}
              </div>
            ))}
      </div>
    </div>
  )
}

interface TileProps<Row extends { id: number }> extends Props<Row> {
  row: Row
  index: number
  column: number
  lines: GridColumns<Row>['visible']
  active: boolean
  onActive: (index: number) => void
}

function Tile<Row extends { id: number }>(props: TileProps<Row>) {
  const { row, index, columns, lines, selection, nameOf, pictureOf, onActive, onOpen } = props
  const { t } = useTranslation('ui')
  const selected = selection?.ids.has(row.id) ?? false
  const open = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest('a,button,input,[role=menu]')) return
    onActive(index)
    onOpen(row)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it takes the keys
    <div
      role="gridcell"
      id={`row-${index}`}
      aria-colindex={props.column}
      aria-selected={selection ? selected : undefined}
      className={classes.tile}
      data-active={props.active || undefined}
      onClick={open}
    >
      <div className={classes.picture}>{pictureOf(row)}</div>
      {selection ? (
        <span className={classes.check}>
          <Checkbox
            tabIndex={-1}
            label={t('table.selectRow', { name: nameOf(row) })}
            checked={selected}
            onChange={() => undefined}
            onClick={(event) => selection.toggle(row.id, index, event.shiftKey)}
          />
        </span>
      ) : null}
      <div className={classes.lines}>
        <div className={classes.head}>
          {columns.visible
            .filter(({ pinned, end }) => pinned || end)
            .map(({ id, cell }) => (
              <Fragment key={id}>{cell(row)}</Fragment>
            ))}
        </div>
        {lines.map(({ id, cell }) => (
          <div key={id}>{cell(row)}</div>
        ))}
      </div>
    </div>
  )
}

/** A tile that is still loading, with the geometry of a loaded one. */
function SkeletonTile({ lines }: { lines: number }) {
  return (
    <div role="gridcell" className={classes.tile} aria-busy="true">
      <div className={classes.picture} />
      <div className={classes.lines}>
        <div className={classes.head}>
          <Skeleton width="60%" height={12} />
        </div>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other name
          <div key={line} className={classes.wait}>
            <Skeleton width={`${70 - line * 15}%`} />
          </div>
        ))}
      </div>
    </div>
  )
}
