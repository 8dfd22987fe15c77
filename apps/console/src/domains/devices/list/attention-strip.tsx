import './attention-texts.ts'
import { signalFloors } from '@longreach/contract/devices/constants'
import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStored } from '../../../api/user-storage.ts'
import { useDock } from '../../../dock/use-dock.ts'
import type { Filter, ListState } from '../../../tables/list-state.ts'
import { formatCount, formatNumber } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { type Counts, findActions, findAttention, inAll, isSet, offlineBy, toggled } from './attention.ts'
import classes from './attention-strip.module.css'

interface Props {
  state: ListState
  onChange: (state: ListState) => void
  /** Devices by group and value. */
  counts: Counts
  /** Version of the agent that this server offers. */
  agent: string | undefined
}

/** Width of a window, in pixels, that has space for the dock and the strip beside the list. */
const roomy = 1000

/** Whether the dock leaves little space for the list: the strip is then a single line, unless the user opens it. */
function useCrowded(): boolean {
  const { tabs, minimised } = useDock()
  return tabs.length > 0 && !minimised && window.innerHeight < roomy
}

/** Devices that need attention, by reason; each number is a filter that a second press removes. */
export function AttentionStrip({ state, onChange, counts, agent }: Props) {
  const { t } = useTranslation(['attention', 'devices'])
  const phone = usePhone()
  const [stored, store] = useStored('devices.attention')
  const crowded = useCrowded()
  const [peeking, setPeeking] = useState(false)
  const open = crowded ? peeking : typeof stored === 'boolean' ? stored : !phone
  const items = findAttention(counts)
  const all = inAll(counts)
  const total = Object.values(counts.status ?? {}).reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const press = (filter: Filter) => onChange(toggled(state, filter))
  const dbm = formatNumber(signalFloors.average, 0)
  return (
    <section className={classes.strip} aria-label={t('title')} data-open={open || undefined}>
      <div className={classes.head}>
        {all.count > 0 ? (
          <button
            type="button"
            className={classes.all}
            aria-pressed={isSet(state, all.filter)}
            onClick={() => press(all.filter)}
          >
            <strong>{t('all', { count: all.count, formatted: formatCount(all.count) })}</strong>{' '}
            <span>{t('of', { formatted: formatCount(total) })}</span>
          </button>
        ) : (
          <p className={classes.none}>
            <IconCircleCheck size={16} stroke={1.7} />
            {t('none', { count: total, formatted: formatCount(total) })}
          </p>
        )}
        {open ? null : (
          <span className={classes.summary}>
            {items.map(({ kind, count }) => t(`short.${kind}`, { formatted: formatCount(count) })).join(' · ')}
          </span>
        )}
        <IconButton
          size="small"
          label={t(open ? 'less' : 'more')}
          aria-expanded={open}
          onClick={() => (crowded ? setPeeking(!open) : store(!open))}
        >
          <IconChevronDown size={16} stroke={1.7} className={classes.chevron} />
        </IconButton>
      </div>
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
                <span>{t(`${kind}`)}</span>
                {kind === 'offline' ? null : <small>{t(`hint.${kind}`, { agent, dbm })}</small>}
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
                      {t(`devices:values.offline_reason.${one.reason}`)} <strong>{formatCount(one.count)}</strong>
                    </button>
                  ))}
                </div>
              ) : null}
            </div>
          ))}
          {findActions(counts).map(({ kind, count, to, search }) => (
            <div key={kind} className={classes.item}>
              <Link to={to} search={search} className={classes.number}>
                <strong>{formatCount(count)}</strong>
                <span>{t(`actions.${kind}`, { count })}</span>
                <small>{t(`hint.${kind}`)}</small>
              </Link>
            </div>
          ))}
        </div>
      ) : null}
    </section>
  )
}
