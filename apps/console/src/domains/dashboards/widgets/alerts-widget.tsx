import { useTranslation } from 'react-i18next'
import { useUser } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertLines } from '../../alerts/public/alert-lines.tsx'
import { openAddAlertTo, openAlertsOf } from '../../alerts/public/open-windows.ts'
import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

export function AlertsWidget({ widget, name, data }: WidgetProps<'alerts'>) {
  const { t } = useTranslation('dashboards')
  const { permissions } = useUser()
  const { device, alerts } = data.values ?? {}
  if (!permissions.includes('view_device_alerts')) return <p className={classes.nothing}>{t('values.alertsHidden')}</p>
  // For a widget that was just added, alerts are loaded once it is saved.
  if (!device || !alerts) return null
  if (alerts.length === 0)
    return (
      <div className={classes.nothing}>
        <p>{t('values.noAlerts')}</p>
        {permissions.includes('create_device_alert_configurations') ? (
          <Button size="small" look="quiet" onClick={() => void openAddAlertTo(device)}>
            {t('values.addAlert')}
          </Button>
        ) : (
          <p>{t('values.noAlertsText')}</p>
        )}
      </div>
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div className={classes.alerts} tabIndex={0}>
        <AlertLines label={name} alerts={alerts.slice(0, widget.options.count)} />
      </div>
      <button type="button" className={classes.all} onClick={() => void openAlertsOf(device)}>
        {t('values.allAlerts')}
      </button>
    </>
  )
}
