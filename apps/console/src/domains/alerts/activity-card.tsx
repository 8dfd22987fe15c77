import './texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { deviceQuery } from '../devices/public/device-query.ts'
import classes from './activity-card.module.css'
import { openAlert, openDeviceAlerts } from './open-windows.tsx'
import { AlertLines } from './public/alert-lines.tsx'
import { deviceAlertsQuery } from './queries.ts'
import { useAlertNews } from './use-alert-news.ts'

const few = 3

/** The newest alerts of a device; nothing if there are none. */
export function ActivityCard({ id }: { id: number }) {
  const { t } = useTranslation('alerts')
  const { data: device } = useQuery(deviceQuery(id))
  const { data } = useQuery(deviceAlertsQuery(id, few))
  useAlertNews(id)
  if (!device || !data || data.alerts.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby={`latest-alerts-${id}`}>
      <header className={classes.head}>
        <h2 id={`latest-alerts-${id}`}>{t('device.latest')}</h2>
        <Button size="small" look="quiet" onClick={() => openDeviceAlerts(device)}>
          {t('device.allOfDevice')}
        </Button>
      </header>
      <AlertLines label={t('device.latest')} alerts={data.alerts} wide onOpen={openAlert} />
    </section>
  )
}
