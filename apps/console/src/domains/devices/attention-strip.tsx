import { signalFloors } from '@longreach/contract/devices/constants'
import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStored } from '../../api/user-storage.ts'
import type { Filter, ListState } from '../../tables/list-state.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { type Counts, findAttention, isSet, offlineBy, toggled } from './attention.ts'
import classes from './attention-strip.module.css'

interface Props {
  state: ListState
  onChange: (state: ListState) => void
  /** Devices by group and value. */
  counts: Counts
  /** Version of the agent this server offers. */
  agent: string | undefined
}

/** Devices that need something, by what it is; each number is a filter that a second press removes. */
export function AttentionStrip({ state, onChange, counts, agent }: Props) {
  const { t } = useTranslation('devices')
  const phone = usePhone()
  const [stored, store] = useStored('devices.attention')
  const open = typeof stored === 'boolean' ? stored : !phone
  const items = findAttention(counts, agent)
  const total = Object.values(counts.status ?? {}).reduce((sum, count) => sum + count, 0)
  if (items.length === 0) {
    return total === 0 ? null : (
      <p className={classes.strip} data-fine>
        <IconCircleCheck className={classes.ok} size={16} stroke={1.7} />
        {t('attention.none', { count: total, formatted: formatCount(total) })}
      </p>
    )
  }
  const press = (filter: Filter) => onChange(toggled(state, filter))
  return (
    <section className={classes.strip} aria-label={t('attention.title')}>
      <button type="button" className={classes.head} aria-expanded={open} onClick={() => store(!open)}>
        <strong>{t('attention.title')}</strong>
        {open ? null : (
          <span className={classes.summary}>
            {items
              .map(({ kind, count }) => t(`attention.short.${kind}`, { formatted: formatCount(count) }))
              .join(' · ')}
          </span>
        )}
        <IconChevronDown size={16} stroke={1.7} />
      </button>
      {open ? (
        <div className={classes.items}>
          {items.map(({ kind, count, filter }) => (
            <div key={kind} className={classes.item} data-kind={kind}>
              <button
                type="button"
                className={classes.number}
                aria-pressed={isSet(state, filter)}
                onClick={() => press(filter)}
              >
                <strong>{formatCount(count)}</strong>
                <span>{t(`attention.${kind}`)}</span>
                {kind === 'offline' ? null : (
                  <small>{t(`attention.hint.${kind}`, { agent, dbm: formatNumber(signalFloors.average, 0) })}</small>
                )}
              </button>
              {kind === 'offline' ? (
                <div className={classes.reasons}>
                  {offlineBy(counts).map((one) => (
                    <button
                      key={one.reason}
                      type="button"
                      className={classes.reason}
                      aria-pressed={isSet(state, one.filter)}
                      onClick={() => press(one.filter)}
                    >
                      {t(`values.offline_reason.${one.reason}`)} <strong>{formatCount(one.count)}</strong>
                    </button>
                  ))}
                </div>
              ) : null}
            </div>
          ))}
        </div>
      ) : null}
    </section>
  )
}
