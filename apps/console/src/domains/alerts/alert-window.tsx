import './texts.ts'
import type { Alert } from '@longreach/contract/alerts/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import record from '../../ui/record.module.css'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { CompanyName } from '../companies/public/company-name.tsx'
import classes from './alerts.module.css'
import { deleteAlertsAfterAsking } from './delete-rows.ts'
import { DeviceLink } from './device-link.tsx'
import { openEditRule } from './open-windows.tsx'

export function AlertWindow({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const { close } = useWindow()
  const client = useQueryClient()
  const mayEdit = useCan('update_device_alert_configurations')
  const mayRemove = useCan('delete_device_alerts')
  const { id, alerts_configs_id: rule, alert_subtype: subtype, device_name } = alert
  const remove = async () => {
    if (await deleteAlertsAfterAsking(only(id), client, device_name)) close()
  }
  return (
    <>
      <WindowBody>
        <dl className={record.facts}>
          <div>
            <dt>{t('alert.time')}</dt>
            <dd>{formatApiTime(alert.created_at)}</dd>
          </div>
          <div>
            <dt>{t('alert.event')}</dt>
            <dd>{alert.event}</dd>
          </div>
          <div>
            <dt>{t('alert.device')}</dt>
            <dd>
              <DeviceLink id={alert.device_id} name={device_name} />
            </dd>
          </div>
          <div>
            <dt>{t('alert.company')}</dt>
            <dd>
              <CompanyName id={alert.company_id} name={alert.company_name} />
            </dd>
          </div>
          <div>
            <dt>{t('alert.message')}</dt>
            <dd className={classes.message}>{alert.message || '—'}</dd>
          </div>
        </dl>
      </WindowBody>
      <WindowActions>
        {mayRemove ? <Button onClick={() => void remove()}>{t('alert.delete')}</Button> : null}
        {mayEdit && rule !== null ? (
          <Button
            onClick={() => {
              close()
              openEditRule({ id: rule, subtype, device_name })
            }}
          >
            {t('alert.rule')}
          </Button>
        ) : null}
        <Button look="primary" onClick={close}>
          {t('alert.close')}
        </Button>
      </WindowActions>
    </>
  )
}
