import '../usage/texts.ts'
import type { Sim } from '@longreach/contract/monitoring/usage-schemas'
import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { CopyValue } from '../../../ui/copy-value.tsx'
import { dayName } from '../../../ui/day-name.ts'
import { formatBytes } from '../../../ui/format.ts'
import classes from '../usage/tab.module.css'
import { nameOfSim } from '../usage/usage.ts'
import { Card, Fact, Facts, Meter } from './facts.tsx'

/** From this share on the bar is a warning. */
const high = 0.8

/** `2026-11-23` as `23 November`. */
export const dayText = (date: string) => dayName(new Date(`${date}T00:00:00`), 'long')

/** Data usage of a SIM in its billing period: used, left, and the expected day of reaching the limit. */
export function SimCard({ sim, onEdit }: { sim: Sim; onEdit: (() => void) | null }) {
  const { t } = useTranslation('usage')
  const { data_limit: limit, used } = sim
  const name = nameOfSim(sim.modem, sim.sim_id)
  return (
    <Card
      title={name}
      aside={
        onEdit ? (
          <Button
            size="small"
            icon={<IconPencil size={16} stroke={1.6} />}
            aria-label={`${t('edit.action')}: ${name}`}
            onClick={onEdit}
          >
            {t('edit.action')}
          </Button>
        ) : null
      }
    >
      {used !== null && limit !== null ? (
        <Meter
          label={t('used', { date: dayText(sim.period_start) })}
          text={t('ofLimit', { used: formatBytes(used), limit: formatBytes(limit) })}
          share={used / limit}
          high={high}
        />
      ) : null}
      <p className={classes.forecast}>{forecastText(sim, t)}</p>
      <Facts>
        {limit === null ? (
          <Fact
            label={t('used', { date: dayText(sim.period_start) })}
            value={used === null ? t('notReported') : formatBytes(used)}
          />
        ) : null}
        <Fact label={t('edit.limit')} value={limit === null ? t('noLimit') : formatBytes(limit)} />
        <Fact label={t('billing')} value={sim.billing_day} />
        <Fact label={t('iccid')} value={sim.iccid ? <CopyValue label={t('iccid')} value={sim.iccid} /> : null} />
      </Facts>
    </Card>
  )
}

/** Remaining and expected data in one line. */
function forecastText(sim: Sim, t: ReturnType<typeof useTranslation<'usage'>>['t']): string {
  const { data_limit: limit, used, left, expected } = sim
  if (used === null) return limit === null ? '' : t('notReported')
  const end = dayText(new Date(Date.parse(`${sim.period_end}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10))
  const parts: string[] = []
  if (limit !== null && left !== null) {
    if (left > 0) parts.push(t('left', { left: formatBytes(left), date: end }))
    else if (left < 0) parts.push(t('over', { over: formatBytes(-left) }))
  }
  if (limit !== null && sim.reached_on)
    parts.push(t('reached', { limit: formatBytes(limit), date: dayText(sim.reached_on) }))
  else if (limit !== null && sim.reaches_on)
    parts.push(t('reaches', { limit: formatBytes(limit), date: dayText(sim.reaches_on) }))
  else if (used === 0) parts.push(t('unused'))
  else if (expected !== null) parts.push(t('expected', { expected: formatBytes(expected), date: end }))
  else parts.push(t('tooEarly'))
  return parts.join(' · ')
}
