import { type Item, readingOrder } from '@longreach/contract/dashboards/layout'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import classes from './board.module.css'
import type { BoardData } from './board-data.ts'
import { WidgetCard } from './widget-card.tsx'

export const cellOf = ({ x, y, w, h }: Item) => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
})

/** Widgets in reading order, which becomes the order of the keyboard focus. */
export function inOrder(items: readonly Item[], widgets: readonly Widget[]): { item: Item; widget: Widget }[] {
  const byId = new Map(widgets.map((widget) => [widget.id, widget]))
  return readingOrder(items).flatMap((item) => {
    const widget = byId.get(item.i)
    return widget ? [{ item, widget }] : []
  })
}

interface Props {
  items: readonly Item[]
  widgets: readonly Widget[]
  data: BoardData
}

/** A dashboard in twelve columns. */
export function Board({ items, widgets, data }: Props) {
  return (
    <div className={classes.grid}>
      {inOrder(items, widgets).map(({ item, widget }) => (
        <WidgetCard key={widget.id} widget={widget} data={data} style={cellOf(item)} />
      ))}
    </div>
  )
}

/** Two small widgets may share a row of a phone. */
const isSmall = ({ item, widget }: { item: Item; widget: Widget }) =>
  item.w <= 4 && (widget.type === 'value' || widget.type === 'gauge')

/** Types whose height follows their content; others fill the available space. */
const flowing: readonly Widget['type'][] = [
  'value',
  'lamps',
  'table',
  'text',
  'output',
  'button',
  'online',
  'signal',
  'alerts',
]

/** A dashboard in one column. */
export function Column({ items, widgets, data }: Props) {
  const ordered = inOrder(items, widgets)
  let paired = false
  return (
    <div className={classes.column}>
      {ordered.map((one, at) => {
        const next = ordered[at + 1]
        const second = paired
        paired = !second && isSmall(one) && next !== undefined && isSmall(next)
        return (
          <WidgetCard
            key={one.widget.id}
            widget={one.widget}
            data={data}
            style={{
              gridColumn: second || paired ? 'auto' : '1 / -1',
              ...(flowing.includes(one.widget.type) ? {} : { height: one.widget.type === 'gauge' ? 170 : 250 }),
            }}
          />
        )
      })}
    </div>
  )
}
