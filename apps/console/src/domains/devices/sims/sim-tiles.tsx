import './texts.ts'
import { type SimState, simStates } from '@longreach/contract/monitoring/usage-constants'
import type { SimTotals } from '@longreach/contract/monitoring/usage-schemas'
import { useTranslation } from 'react-i18next'
import type { ListState } from '../../../tables/list-state.ts'
import { formatBytes, formatCount } from '../../../ui/format.ts'
import { Skeleton, useDelayed } from '../../../ui/state.tsx'
import { isSet, toggled } from '../list/attention.ts'
import { SimBar } from './sim-bar.tsx'
import classes from './sim-tiles.module.css'

interface Props {
  state: ListState
  onChange: (state: ListState) => void
  /** Undefined until the first response. */
  totals: SimTotals | undefined
}

const filterOf = (value: SimState) => ({ name: 'state', value, not: false })

/** SIMs by state, each a filter that a second press removes, and the sum of all limits. */
export function SimTiles({ state, onChange, totals }: Props) {
  const { t } = useTranslation('sims')
  const delayed = useDelayed()
  const waiting = delayed ? <Skeleton width={36} height={14} /> : ' '
  return (
    <div className={classes.strip}>
      <fieldset className={classes.tiles} aria-label={t('tiles')}>
        {simStates.map((one) => (
          <button
            key={one}
            type="button"
            className={classes.tile}
            data-warns={(one === 'over' || one === 'several') && (totals?.[one] ?? 0) > 0 ? '' : undefined}
            aria-pressed={isSet(state, filterOf(one))}
            onClick={() => onChange(toggled(state, filterOf(one)))}
          >
            <strong>{totals ? formatCount(totals[one]) : waiting}</strong>
            <span>{t(`state.${one}`)}</span>
          </button>
        ))}
      </fieldset>
      {totals ? <Sum totals={totals} /> : <div className={classes.sum} />}
    </div>
  )
}

function Sum({ totals: { used, data_limit, expected } }: { totals: SimTotals }) {
  const { t } = useTranslation('sims')
  if (data_limit === 0) return <div className={`${classes.sum} ${classes.none}`}>{t('sum.none')}</div>
  return (
    <div className={classes.sum}>
      <div className={classes.figures}>
        <strong>{formatBytes(used)}</strong>
        <span>{t('sum.used', { limit: formatBytes(data_limit) })}</span>
        <span className={classes.expected}>{t('sum.expected', { expected: formatBytes(expected) })}</span>
      </div>
      <SimBar used={used} expected={expected} limit={data_limit} over={expected > data_limit} />
    </div>
  )
}
