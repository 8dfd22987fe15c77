import { type PointerEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useSchemeName } from '../ui/scheme.ts'
import { barOptions } from './bar-options.ts'
import { themeColour } from './colours.ts'
import { init } from './echarts.ts'
import classes from './line-chart.module.css'
import { type ChartData, chartOptions, type DrawnStyle, plot } from './options.ts'

/** Functions of a drawn chart for the frame around it. */
export interface DrawnChart {
  /** The chart as an image in a `data:` address. */
  image(): string
}

interface Props {
  data: ChartData
  style: DrawnStyle
  label: string
  /** Called with the dragged range, as two times in Unix seconds. Without it dragging has no effect. */
  onZoom?: ((one: number, other: number) => void) | undefined
  onZoomOut?: (() => void) | undefined
  /** Called with the seconds by which the chart was dragged towards later times. */
  onPan?: ((seconds: number) => void) | undefined
  ref?: Ref<DrawnChart> | undefined
}

/** Lines or bars over time. Dragging zooms in, with Shift it moves in time; a double click goes back. */
export function LineChart({ data, style, label, onZoom, onZoomOut, onPan, ref }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const chart = useRef<ReturnType<typeof init> | null>(null)
  const scheme = useSchemeName()
  const [marked, setMarked] = useState<{ from: number; to: number; pans: boolean } | null>(null)

  useImperativeHandle(ref, () => ({
    image: () =>
      chart.current?.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: themeColour('--surface') }) ?? '',
  }))

  useEffect(() => {
    if (!element.current) return
    const made = init(element.current)
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read again when the scheme changes
  useEffect(() => {
    chart.current?.setOption(style.bars ? barOptions(data, style) : chartOptions(data, style), { notMerge: true })
  }, [data, style, scheme])

  const place = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return Math.min(box.width - plot.right, Math.max(plot.left, event.clientX - box.left))
  }
  const timeAt = (x: number, width: number) =>
    data.from + ((x - plot.left) / (width - plot.left - plot.right)) * (data.to - data.from)

  const finish = (event: PointerEvent<HTMLElement>) => {
    if (!marked) return
    const { width } = event.currentTarget.getBoundingClientRect()
    setMarked(null)
    if (Math.abs(marked.to - marked.from) <= 6) return
    const [from, to] = [timeAt(marked.from, width), timeAt(marked.to, width)]
    if (marked.pans) onPan?.(from - to)
    else onZoom?.(from, to)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the range picker and the table do the same by keyboard
    <div
      className={classes.chart}
      data-zooms={onZoom ? true : undefined}
      data-pans={marked?.pans || undefined}
      onPointerDown={(event) => {
        if (!onZoom || event.button !== 0 || event.pointerType === 'touch') return
        event.currentTarget.setPointerCapture(event.pointerId)
        const x = place(event)
        setMarked({ from: x, to: x, pans: onPan !== undefined && event.shiftKey })
      }}
      onPointerMove={(event) => {
        if (marked) setMarked({ ...marked, to: place(event) })
      }}
      onPointerUp={finish}
      onPointerCancel={() => setMarked(null)}
      onDoubleClick={onZoomOut}
    >
      <div ref={element} className={classes.canvas} role="img" aria-label={label} />
      {marked && !marked.pans && Math.abs(marked.to - marked.from) > 2 ? (
        <div
          className={classes.marked}
          style={{
            left: Math.min(marked.from, marked.to),
            width: Math.abs(marked.to - marked.from),
            top: plot.top,
            bottom: plot.bottom,
          }}
        />
      ) : null}
    </div>
  )
}
