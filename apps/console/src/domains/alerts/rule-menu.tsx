import type { AlertRule } from '@longreach/contract/alerts/schemas'
import { IconAlertTriangle, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { switchRule } from './change-rule.ts'
import { deleteRulesAfterAsking } from './delete-rows.ts'
import { openDeviceAlerts, openEditRule } from './open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

interface Props {
  rule: AlertRule
  /** Set in the list of its device, which is open already. */
  ofDevice?: boolean
}

export function RuleMenu({ rule, ofDevice = false }: Props) {
  const { t } = useTranslation('alerts')
  const client = useQueryClient()
  const mayEdit = useCan('update_device_alert_configurations')
  const mayRemove = useCan('delete_device_alert_configurations')
  const mayView = useCan('view_device_alerts') && !ofDevice
  if (!mayEdit && !mayRemove && !mayView) return null
  const { id, enable, subtype, device_id, device_name } = rule
  const name = t('rowName', { event: subtype, device: device_name })
  return (
    <RowMenu tabIndex={ofDevice ? 0 : -1} label={t('actions', { name })}>
      {mayEdit ? (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => openEditRule(rule)}>
          {t('rules.edit')}
        </MenuItem>
      ) : null}
      {mayEdit ? (
        <MenuItem
          leftSection={enable ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
          onClick={() => void switchRule(id, !enable, client)}
        >
          {t(enable ? 'rules.disable' : 'rules.enable')}
        </MenuItem>
      ) : null}
      {mayView ? (
        <MenuItem
          leftSection={<IconAlertTriangle {...icon} />}
          onClick={() => openDeviceAlerts({ id: device_id, name: device_name })}
        >
          {t('rules.alerts')}
        </MenuItem>
      ) : null}
      {mayRemove ? (
        <MenuItem
          danger
          leftSection={<IconTrash {...icon} />}
          onClick={() => void deleteRulesAfterAsking(only(id), client, name)}
        >
          {t('remove.action')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
