import { deviceStatuses } from '@longreach/contract/devices/constants'
import { useTranslation } from 'react-i18next'
import { type ListState, selectedValue } from '../../../tables/list-state.ts'
import { formatCount } from '../../../ui/format.ts'
import { Skeleton, useDelayed } from '../../../ui/state.tsx'
import { statusIcons } from '../status-mark.tsx'
import { toggled } from './attention.ts'
import classes from './status-tiles.module.css'

interface Props {
  state: ListState
  onChange: (state: ListState) => void
  /** Devices by status; undefined until the first response. */
  counts: Record<string, number> | undefined
}

/** The four states with their device counts; each is a filter that a second press removes. */
export function StatusTiles({ state, onChange, counts }: Props) {
  const { t } = useTranslation('devices')
  const delayed = useDelayed()
  const total = deviceStatuses.reduce((sum, status) => sum + (counts?.[status] ?? 0), 0)
  const chosen = selectedValue(state, 'status')?.split(',') ?? []
  return (
    <fieldset className={classes.tiles} aria-label={t('tiles')}>
      {deviceStatuses.map((status) => {
        const Icon = statusIcons[status]
        const count = counts?.[status] ?? 0
        const on = chosen.includes(status)
        return (
          <button
            key={status}
            type="button"
            className={classes.tile}
            data-status={status}
            aria-pressed={on}
            onClick={() => onChange(toggled(state, { name: 'status', value: status, not: false }))}
          >
            <span className={classes.icon}>
              <Icon size={18} stroke={1.6} />
            </span>
            <span className={classes.figures}>
              <strong>{counts ? formatCount(count) : delayed ? <Skeleton width={44} height={14} /> : ' '}</strong>
              <span className={classes.label}>{t(`status.${status}`)}</span>
            </span>
            <span className={classes.share}>{counts && total > 0 ? `${Math.round((count / total) * 100)}%` : ''}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
