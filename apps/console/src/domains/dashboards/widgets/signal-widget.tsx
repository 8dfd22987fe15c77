import { ofModem } from '@longreach/contract/dashboards/reads'
import { signalBand } from '@longreach/contract/devices/constants'
import { useTranslation } from 'react-i18next'
import { formatValue, labelOf } from '../format.ts'
import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

const lit = { no_signal: 0, low: 1, average: 3, excellent: 4 } as const

export function SignalWidget({ widget, data }: WidgetProps<'signal'>) {
  const { t } = useTranslation('dashboards')
  const read = (name: string) => data.values?.values[ofModem(name, widget.options.modem)]
  const signal = read('signal')
  if (typeof signal !== 'number') return <p className={classes.nothing}>{t('values.none')}</p>
  const bars = lit[signalBand(signal)]
  const network = [read('operator'), read('connection_type')].filter((one) => typeof one === 'string')
  return (
    <div className={classes.value}>
      <p className={classes.signal}>
        <svg viewBox="0 0 26 22" width="26" height="22" aria-hidden="true">
          {[0, 1, 2, 3].map((bar) => (
            <rect
              key={bar}
              x={bar * 7}
              y={15 - bar * 5}
              width="5"
              height={7 + bar * 5}
              rx="1.2"
              data-lit={bar < bars || undefined}
            />
          ))}
        </svg>
        <strong className={classes.large}>{formatValue('signal', signal)}</strong>
      </p>
      <p className={classes.soft}>{network.join(' · ')}</p>
      <dl className={classes.quality}>
        {['rsrp', 'rsrq', 'sinr'].map((name) => {
          const value = read(name)
          return value === undefined || value === null ? null : (
            <div key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>{formatValue(name, value)}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
