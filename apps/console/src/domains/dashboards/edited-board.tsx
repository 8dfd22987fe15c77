import { type Direction, grow, type Item, step } from '@longreach/contract/dashboards/layout'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { IconCopy, IconGripVertical, IconSettings, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './board.module.css'
import { cellOf, inOrder } from './board.tsx'
import type { BoardData } from './board-data.ts'
import { nameOf } from './names.ts'
import { type Corner, useDrag } from './use-drag.ts'
import type { Editor } from './use-editor.ts'
import { WidgetCard } from './widget-card.tsx'

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const growth = { left: { w: -1 }, right: { w: 1 }, up: { h: -1 }, down: { h: 1 } } as const
const corners: readonly Corner[] = ['nw', 'ne', 'sw', 'se']

interface Props {
  editor: Editor
  data: BoardData
  onSettings: (widget: Widget) => void
  onDone: () => void
}

/** A dashboard in the editor: by mouse, touch or keyboard. */
export function EditedBoard({ editor, data, onSettings, onDone }: Props) {
  const { t } = useTranslation('dashboards')
  const board = useRef<HTMLDivElement>(null)
  const [spoken, setSpoken] = useState('')
  const { items, widgets } = editor.content
  const drag = useDrag(board, items, (next) => editor.arrange(next))
  const shown = drag.preview?.items ?? items

  const say = (widget: Widget, next: readonly Item[]) => {
    const item = next.find(({ i }) => i === widget.id)
    if (!item) return
    const { x, y, w, h } = item
    setSpoken(t('widget.place', { name: nameOf(widget), x: x + 1, y: y + 1, w, h }))
  }
  const arrange = (widget: Widget, next: Item[]) => {
    editor.arrange(next)
    say(widget, next)
  }
  const remove = (widget: Widget) => {
    const order = inOrder(items, widgets).map((one) => one.widget.id)
    const at = order.indexOf(widget.id)
    editor.remove(widget.id)
    setSpoken(t('widget.removed', { name: nameOf(widget) }))
    const next = order[at + 1] ?? order[at - 1]
    board.current?.querySelector<HTMLElement>(`[data-widget="${next}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, widget: Widget) => {
    // Keys on a button of the widget belong to the button.
    if (event.target !== event.currentTarget || event.altKey) return
    const direction = arrows[event.key]
    if (direction && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      const next = event.shiftKey ? grow(items, widget.id, growth[direction]) : step(items, widget.id, direction)
      return arrange(widget, next)
    }
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      onSettings(widget)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(widget)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onDone()
    }
  }

  return (
    <>
      <div ref={board} className={classes.grid} data-editing>
        {inOrder(shown, widgets).map(({ item, widget }) => {
          const name = nameOf(widget)
          return (
            <WidgetCard
              key={widget.id}
              widget={widget}
              data={data}
              className={classes.edited}
              style={cellOf(item)}
              data-widget={widget.id}
              data-moving={drag.preview?.id === widget.id || undefined}
              aria-label={t('widget.edited', { name, type: t(`types.${widget.type}`) })}
              tabIndex={0}
              onKeyDown={(event) => onKeyDown(event, widget)}
              handle={
                <span className={classes.grip} title={t('widget.move', { name })} {...drag.handlers(item, null)}>
                  <IconGripVertical size={16} stroke={1.6} aria-hidden="true" />
                </span>
              }
              tools={
                <span className={classes.tools}>
                  <IconButton size="small" label={t('widget.settings')} onClick={() => onSettings(widget)}>
                    <IconSettings size={16} stroke={1.6} />
                  </IconButton>
                  <IconButton size="small" label={t('widget.duplicate')} onClick={() => editor.duplicate(widget.id)}>
                    <IconCopy size={16} stroke={1.6} />
                  </IconButton>
                  <IconButton size="small" label={t('widget.remove')} onClick={() => remove(widget)}>
                    <IconTrash size={16} stroke={1.6} />
                  </IconButton>
                </span>
              }
            >
              {corners.map((corner) => (
                <span
                  key={corner}
                  className={classes.corner}
                  data-at={corner}
                  title={t('widget.resize', { name })}
                  {...drag.handlers(item, corner)}
                />
              ))}
            </WidgetCard>
          )
        })}
      </div>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </>
  )
}

const keys = [
  ['move', ['←', '↑', '↓', '→']],
  ['resize', ['shift', '→']],
  ['settings', ['enter']],
  ['remove', ['delete']],
  ['undo', ['control', 'Z']],
  ['done', ['escape']],
] as const

/** Help for the keys, shown while a widget has the focus. */
export function KeyBar() {
  const { t } = useTranslation('dashboards')
  return (
    <div className={classes.keys} aria-hidden="true">
      {keys.map(([does, names]) => (
        <span key={does}>
          {names.map((name) => (
            <kbd key={name}>{name.length === 1 ? name : t(`keys.${name as 'shift'}`)}</kbd>
          ))}
          {t(`keys.${does}`)}
        </span>
      ))}
    </div>
  )
}
