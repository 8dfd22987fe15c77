import type { Alert } from '@longreach/contract/alerts/schemas'
import { IconListDetails, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { deleteAlertsAfterAsking } from './delete-rows.ts'
import { openAlert, openEditRule } from './open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

export function AlertMenu({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const client = useQueryClient()
  const mayEdit = useCan('update_device_alert_configurations')
  const mayRemove = useCan('delete_device_alerts')
  const { id, alerts_configs_id: rule, alert_subtype: subtype, device_name } = alert
  return (
    <RowMenu tabIndex={-1} label={t('actions', { name: t('rowName', { event: alert.event, device: device_name }) })}>
      <MenuItem leftSection={<IconListDetails {...icon} />} onClick={() => openAlert(alert)}>
        {t('open')}
      </MenuItem>
      {mayEdit && rule !== null ? (
        <MenuItem
          leftSection={<IconPencil {...icon} />}
          onClick={() => openEditRule({ id: rule, subtype, device_name })}
        >
          {t('alert.rule')}
        </MenuItem>
      ) : null}
      {mayRemove ? (
        <MenuItem
          danger
          leftSection={<IconTrash {...icon} />}
          onClick={() => void deleteAlertsAfterAsking(only(id), client, device_name)}
        >
          {t('remove.action')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
