import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useSchemeName } from '../ui/scheme.ts'
import { init } from './echarts.ts'
import classes from './line-chart.module.css'
import { type ChartData, type ChartStyle, chartOptions, plot } from './options.ts'

interface Props {
  data: ChartData
  style: ChartStyle
  label: string
  /** The dragged range, as two times in Unix seconds. */
  onZoom: (one: number, other: number) => void
  onZoomOut: () => void
}

/** Lines over time. A drag zooms in, a double click goes back. */
export function LineChart({ data, style, label, onZoom, onZoomOut }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const chart = useRef<ReturnType<typeof init> | null>(null)
  const scheme = useSchemeName()
  const [marked, setMarked] = useState<{ from: number; to: number } | null>(null)

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
    chart.current?.setOption(chartOptions(data, style), { notMerge: true })
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
    if (Math.abs(marked.to - marked.from) > 6) onZoom(timeAt(marked.from, width), timeAt(marked.to, width))
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the range picker and the table do the same by keyboard
    <div
      className={classes.chart}
      onPointerDown={(event) => {
        if (event.button !== 0 || event.pointerType === 'touch') return
        event.currentTarget.setPointerCapture(event.pointerId)
        const x = place(event)
        setMarked({ from: x, to: x })
      }}
      onPointerMove={(event) => {
        if (marked) setMarked({ from: marked.from, to: place(event) })
      }}
      onPointerUp={finish}
      onPointerCancel={() => setMarked(null)}
      onDoubleClick={onZoomOut}
    >
      <div ref={element} className={classes.canvas} role="img" aria-label={label} />
      {marked && Math.abs(marked.to - marked.from) > 2 ? (
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
