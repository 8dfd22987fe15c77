import { rangeOf } from '@longreach/contract/dashboards/reads'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { type HTMLAttributes, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { formatMoment } from '../../ui/format.ts'
import type { BoardData } from './board-data.ts'
import { labelOf } from './format.ts'
import { nameOf } from './names.ts'
import classes from './widget-card.module.css'
import { kindOf } from './widgets/kinds.ts'

interface Props extends HTMLAttributes<HTMLElement> {
  widget: Widget
  data: BoardData
  /** Before the title, in the editor. */
  handle?: ReactNode
  /** In place of the note. */
  tools?: ReactNode
}

/** Note beside the title of a widget: its range, or the age of its values. */
function useNote(widget: Widget, { values }: BoardData): string {
  const { t } = useTranslation('dashboards')
  const range = rangeOf(widget)
  if (range) return t(`ranges.${range}`)
  if (widget.type === 'output') return widget.title ? labelOf(widget.options.output) : ''
  if (['text', 'button', 'image', 'alerts'].includes(widget.type) || !values?.device.updated_at) return ''
  const { status, updated_at: at } = values.device
  return status === 1 ? formatMoment(at) : t('values.asOf', { time: formatMoment(at) })
}

export function WidgetCard({ widget, data, handle, tools, className, children, ...rest }: Props) {
  const { Widget: Content } = kindOf(widget.type)
  const name = nameOf(widget)
  const note = useNote(widget, data)
  const bare = widget.type === 'text' && widget.title === '' && !handle
  return (
    <section className={[classes.card, className].filter(Boolean).join(' ')} aria-label={name} {...rest}>
      {bare ? null : (
        <header className={classes.head}>
          {handle}
          <h2 title={name}>{name}</h2>
          {tools ?? <span className={classes.note}>{note}</span>}
        </header>
      )}
      <div className={classes.body} data-stale={data.lostSince !== null || undefined}>
        <ErrorBoundary>
          <Suspense fallback={null}>
            <Content widget={widget as never} name={name} data={data} />
          </Suspense>
        </ErrorBoundary>
      </div>
      {children}
    </section>
  )
}
