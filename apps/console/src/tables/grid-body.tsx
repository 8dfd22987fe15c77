// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold a million virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import { useDelayed } from '../ui/state.tsx'
import classes from './grid.module.css'
import type { GridProps, RowPlace } from './grid.tsx'
import { GridRow, SkeletonRow } from './grid-row.tsx'
import type { Scale } from './scale.ts'

interface Props<Row extends { id: number }> extends GridProps<Row> {
  scroller: RefObject<HTMLDivElement | null>
  scale: Scale
  /** Receives the positions of rows of any height. */
  place: RefObject<RowPlace | null>
  total: number
  rowHeight: number
  /** Height in pixels of the visible part. */
  view: number
  width: number
  active: number | null
  onActive: (index: number) => void
}

/** Number of rows above and below the screen that are drawn ahead. */
const overscan = 8
/** Milliseconds without scrolling before pages are requested. */
const settled = 90

/** The smallest part that is redrawn while scrolling. */
export function GridBody<Row extends { id: number }>(props: Props<Row>) {
  const { scroller, scale, place, total, rowHeight, view, pages, selection, onVisible, outline } = props
  const delayed = useDelayed()
  // The page is drawn before its rows, and these in small steps.
  const started = useDeferredValue(true, false)
  scale.resize(total * rowHeight, view)

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    observeElementRect: observeSize,
    // Until the first measurement; together with the rows drawn ahead, this fills the screen.
    initialRect: { width: 0, height: innerHeight / 2 },
    observeElementOffset: (instance, notify) => observeScaled(instance, scale, notify),
    scrollToFn: () => undefined,
  })

  if (outline) {
    // Measuring rows above the screen must not scroll it: the virtualizer does not own the scrollbar.
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false
    scale.resize(virtualizer.getTotalSize(), view)
    place.current = (index) => virtualizer.measurementsCache[index] ?? { start: 0, end: 0 }
  }

  const measured = useRef(rowHeight)
  // The row height changes between desktop and phone, and the virtualizer retains its measurements.
  useLayoutEffect(() => {
    if (measured.current !== rowHeight) virtualizer.measure()
    measured.current = rowHeight
  }, [virtualizer, rowHeight])

  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0

  const { show, getRow } = pages
  useEffect(() => {
    const timer = setTimeout(() => show(first, last), settled)
    return () => clearTimeout(timer)
  }, [first, last, show])

  const notify = useRef(onVisible)
  notify.current = onVisible
  useEffect(() => {
    const timer = setTimeout(() => {
      const rows: Row[] = []
      for (let index = first; index <= last; index++) {
        const row = getRow(index)
        if (row) rows.push(row)
      }
      notify.current(rows)
    }, settled)
    return () => clearTimeout(timer)
  }, [first, last, getRow])

  if (pages.total === null || !started) {
    const rows = delayed && started ? Math.ceil(Math.max(view, rowHeight * 12) / rowHeight) : 0
    return (
      <div role="rowgroup" className={classes.body} style={{ minWidth: props.width, height: rows * rowHeight }}>
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other name
          <SkeletonRow key={index} index={index} top={index * rowHeight} {...props} />
        ))}
      </div>
    )
  }

  const shift = scale.shift()
  return (
    <div
      role="rowgroup"
      className={classes.body}
      data-changing={pages.changing || undefined}
      style={{ minWidth: props.width, height: scale.height() }}
    >
      {items.map((item) => {
        const row = getRow(item.index)
        const top = item.start - shift
        const key = `${item.index} ${row?.id}`
        const drawn = row ? (
          <GridRow
            // Another row at the same position is mounted again: an open menu must not act on it.
            key={key}
            row={row}
            index={item.index}
            top={outline ? null : top}
            columns={props.columns.visible}
            phoneRow={props.phoneRow}
            selected={selection?.ids.has(row.id) ?? false}
            active={item.index === props.active}
            name={props.nameOf(row)}
            onToggle={selection?.toggle ?? null}
            selecting={props.selecting ?? false}
            onHold={props.onHold ?? null}
            onOpen={props.onOpen}
            onActive={props.onActive}
          />
        ) : (
          <SkeletonRow key={item.index} index={item.index} top={outline ? null : top} {...props} />
        )
        if (!outline) return drawn
        const above = item.index === 0 ? undefined : getRow(item.index - 1)
        const heading = row && outline.headingOf(row)
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            role="presentation"
            className={classes.block}
            style={{ transform: `translateY(${top}px)` }}
          >
            {row && (item.index === 0 || (above && outline.headingOf(above) !== heading)) ? (
              <div role="row" className={classes.heading}>
                <div role="gridcell">{heading}</div>
              </div>
            ) : null}
            {drawn}
            {row ? outline.detailOf(row) : null}
          </div>
        )
      })}
    </div>
  )
}

/** Reports the height of the window to the virtualizer, always after a layout: reading it now would force one. */
function observeSize(
  { scrollElement }: Virtualizer<HTMLDivElement, HTMLDivElement>,
  notify: (rect: { width: number; height: number }) => void,
) {
  if (!scrollElement) return undefined
  const observer = new ResizeObserver(() => {
    notify({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** Reports the position in the list to the virtualizer; the scrollbar's differs if the list is too high. */
function observeScaled(
  { scrollElement }: Virtualizer<HTMLDivElement, HTMLDivElement>,
  scale: Scale,
  notify: (offset: number, scrolling: boolean) => void,
) {
  if (!scrollElement) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const onScroll = () => {
    notify(scale.scrolled(scrollElement.scrollTop), true)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const rest = scale.rest()
      if (Math.abs(rest - scrollElement.scrollTop) > 1) scrollElement.scrollTop = scale.moveTo(scale.at())
      notify(scale.at(), false)
    }, 150)
  }
  notify(scale.at(), false)
  scrollElement.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    clearTimeout(timer)
    scrollElement.removeEventListener('scroll', onScroll)
  }
}
