import './texts.ts'
import type { FleetSim } from '@longreach/contract/monitoring/usage-schemas'
import { IconAlertTriangle, IconClock, IconDeviceSim } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { dayName } from '../../../ui/day-name.ts'
import classes from './sim-mark.module.css'
import { isUnused } from './sim-words.ts'

const icon = { size: 14, stroke: 1.8, 'aria-hidden': true } as const
const shortDay = (date: string) => dayName(new Date(`${date}T00:00:00`))

function overText({ reaches_on }: FleetSim, t: TFunction<'sims'>): string {
  return reaches_on === null ? t('mark.over') : t('mark.will', { date: shortDay(reaches_on) })
}

/** The most important thing to know about a SIM. */
export function SimMark({ sim }: { sim: FleetSim }) {
  const { t } = useTranslation('sims')
  if (sim.other_devices.length > 0) {
    const others = sim.other_devices.map(({ name }) => name).join(', ')
    return (
      <span
        className={classes.mark}
        data-look="warning"
        title={t('mark.severalText', { device: sim.device_name, others })}
      >
        <IconAlertTriangle {...icon} />
        {t('mark.several')}
      </span>
    )
  }
  if (sim.will_exceed)
    return (
      <span className={classes.mark} data-look="warning">
        <IconClock {...icon} />
        {overText(sim, t)}
      </span>
    )
  if (sim.device_id === null)
    return (
      <span className={classes.mark} data-look="idle">
        <IconDeviceSim {...icon} />
        {t('mark.not_inserted')}
      </span>
    )
  if (isUnused(sim))
    return (
      <span className={classes.mark} data-look="idle">
        {sim.used_on === null ? t('mark.unused') : t('mark.unusedSince', { date: shortDay(sim.used_on) })}
      </span>
    )
  return (
    <span className={classes.mark}>
      <span className={classes.dot} aria-hidden="true" />
      {t('mark.used')}
    </span>
  )
}
