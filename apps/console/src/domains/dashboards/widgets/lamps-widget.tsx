import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../ui/format.ts'
import { labelOf } from '../format.ts'
import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

/** On and off states in words, with the time of their last change. */
export function LampsWidget({ widget, data }: WidgetProps<'lamps'>) {
  const { t } = useTranslation('dashboards')
  return (
    <ul className={classes.lamps}>
      {widget.options.lamps.map(({ parameter, on, off, tone }, index) => {
        const value = data.values?.values[parameter]
        const known = typeof value === 'number'
        const lit = known && value !== 0
        const words = (lit ? on : off) || `${labelOf(parameter)}: ${t(lit ? 'values.on' : 'values.off')}`
        const at = data.values?.since[parameter]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is what it is
          <li key={index} data-lit={lit || undefined} data-tone={tone}>
            <span className={classes.lamp} aria-hidden="true" />
            <span>{known ? words : labelOf(parameter)}</span>
            <small>{known ? (at ? formatMoment(at) : t('values.day')) : t('values.none')}</small>
          </li>
        )
      })}
    </ul>
  )
}
