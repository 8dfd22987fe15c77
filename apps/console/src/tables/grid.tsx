// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold a million virtual rows
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './grid.module.css'
import { GridBody } from './grid-body.tsx'
import { GridHeader } from './grid-header.tsx'
import { step } from './grid-keys.ts'
import { createScale } from './scale.ts'
import type { GridColumns } from './use-columns.ts'
import { densities, useDensity } from './use-density.ts'
import type { RowPages } from './use-row-pages.ts'
import type { Selection } from './use-selection.ts'

export interface GridProps<Row extends { id: number }> {
  label: string
  columns: GridColumns<Row>
  pages: RowPages<Row>
  /** Null if rows cannot be selected. */
  selection: Selection | null
  /** A sort of the server, with `-` in front for descending. */
  sort: string
  onSort: (sort: string) => void
  onOpen: (row: Row) => void
  /** Called when a letter is pressed on a row. */
  onKey?: ((key: string, row: Row) => void) | undefined
  nameOf: (row: Row) => string
  /** On a phone, whether pressing a row selects it. */
  selecting?: boolean
  /** Called after a long press on a row, or a press with the other button. */
  onHold?: ((row: Row, index: number) => void) | undefined
  /** Draws a row as two lines instead of columns. */
  phoneRow: ((row: Row) => ReactNode) | null
  /** Called with the rows on the screen, whenever they change. */
  onVisible: (rows: readonly Row[]) => void
  /** Allows rows of any height, with headings and details. */
  outline?: Outline<Row> | undefined
}

/** Contents of a list between its rows. */
export interface Outline<Row> {
  /** Heading above the first of consecutive rows that share it. */
  headingOf: (row: Row) => string
  /** Shown below the row; null while it is closed. */
  detailOf: (row: Row) => ReactNode
}

/** Position of a row in the list, in pixels. */
export type RowPlace = (index: number) => { start: number; end: number }

/** Must match the stylesheet. */
const checkboxWidth = 44
const check = `var(--check, ${checkboxWidth}px)`
const headerHeight = 34

/** Any number of rows in a fixed area: sticky header, pinned name, a single tab stop. */
export function Grid<Row extends { id: number }>(props: GridProps<Row>) {
  const { columns, pages, selection, phoneRow } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [scale] = useState(() => createScale())
  const place = useRef<RowPlace | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const [more, setMore] = useState(false)
  const [view, setView] = useState(0)
  const total = pages.total ?? 0
  const [density] = useDensity(total)
  const rowHeight = phoneRow ? 64 : densities[density]
  const header = phoneRow ? 0 : headerHeight

  const listKey = useRef(pages.shownKey)
  // Another list starts at its top. The first one is already there: scrolling it would force a layout.
  useEffect(() => {
    if (listKey.current === pages.shownKey) return
    listKey.current = pages.shownKey
    setActive(null)
    if (scroller.current) scroller.current.scrollTop = 0
  }, [pages.shownKey])

  const sum = columns.visible.reduce(
    (width, column) => width + columns.widthOf(column.id),
    selection ? checkboxWidth : 0,
  )
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => setMore(element.scrollLeft + element.clientWidth < element.scrollWidth - 2)
    element.addEventListener('scroll', look, { passive: true })
    // Its first call comes after the layout; reading a size here would force one.
    const observer = new ResizeObserver(() => {
      look()
      setView(element.clientHeight)
    })
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [])

  const reveal = (index: number) => {
    const element = scroller.current
    if (!element) return
    const { start: top, end } = place.current?.(index) ?? { start: index * rowHeight, end: (index + 1) * rowHeight }
    const view = element.clientHeight - header
    const at = scale.at()
    if (top < at) element.scrollTop = scale.moveTo(top)
    else if (end > at + view) element.scrollTop = scale.moveTo(Math.min(top, end - view))
    else return
    element.dispatchEvent(new Event('scroll'))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || total === 0) return
    const rows = Math.max(1, Math.floor((event.currentTarget.clientHeight - header) / rowHeight) - 1)
    const next = step(event.key, active, total, rows)
    if (next !== null) {
      event.preventDefault()
      if (event.shiftKey && event.key.startsWith('Arrow') && active !== null && !phoneRow) {
        const [from, to] = [pages.getRow(active), pages.getRow(next)]
        if (from && to) selection?.extend({ id: from.id, index: active }, { id: to.id, index: next })
      }
      setActive(next)
      reveal(next)
      return
    }
    const row = active === null ? undefined : pages.getRow(active)
    if (!row || active === null) return
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      document.querySelector<HTMLElement>(`#row-${active} [aria-haspopup=menu]`)?.click()
    }
    if (event.key === ' ' && selection && !phoneRow) {
      event.preventDefault()
      selection.toggle(row.id, active, event.shiftKey)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      props.onOpen(row)
    }
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey
    if (plain && /^[a-z]$/.test(event.key)) props.onKey?.(event.key, row)
  }

  const places = placesOf(columns, rowHeight)

  return (
    <div
      className={classes.frame}
      data-more={more && !phoneRow ? true : undefined}
      data-ends={columns.visible.some(({ end }) => end) || undefined}
      data-plain={selection ? undefined : true}
      style={places}
    >
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        className={classes.scroller}
        aria-label={props.label}
        aria-rowcount={pages.capped ? -1 : total + 1}
        aria-colcount={phoneRow ? 1 : columns.visible.length + (selection ? 1 : 0)}
        aria-multiselectable={phoneRow || !selection ? undefined : true}
        aria-activedescendant={active === null ? undefined : `row-${active}`}
        aria-busy={pages.changing || undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (
            event.target === event.currentTarget &&
            active === null &&
            event.currentTarget.matches(':focus-visible')
          ) {
            setActive(Math.ceil(scale.at() / rowHeight))
          }
        }}
      >
        {phoneRow ? null : <GridHeader {...props} width={sum} />}
        <GridBody
          {...props}
          scroller={scroller}
          scale={scale}
          place={place}
          total={total}
          rowHeight={rowHeight}
          view={Math.max(0, view - header)}
          width={phoneRow ? 0 : sum}
          active={active}
          onActive={setActive}
        />
      </div>
    </div>
  )
}

/** Widths of columns and positions of pinned ones, as CSS variables. */
function placesOf<Row>({ visible, widthOf, shareOf }: GridColumns<Row>, rowHeight: number): CSSProperties {
  const places: Record<string, string> = { '--row-height': `${rowHeight}px` }
  const sum = visible.reduce((width, { id }) => width + widthOf(id), 0)
  const shares = visible.reduce((all, column) => all + shareOf(column), 0)
  let left = check
  for (const column of visible) {
    const { id, pin } = column
    const width = widthOf(id)
    const share = shareOf(column)
    const more = `(100% - ${check} - ${sum}px) * ${share / shares}`
    places[`--w-${id}`] = share > 0 ? `max(${width}px, ${width}px + ${more})` : `${width}px`
    if (!pin) continue
    places[`--x-${id}`] = `calc(${left})`
    left += ` + ${places[`--w-${id}`]}`
  }
  return places as CSSProperties
}
