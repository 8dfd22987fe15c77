import './texts.ts'
import { deleteMonitoringTemplate } from '@longreach/contract/monitoring/template-endpoints'
import type { MonitoringTemplate } from '@longreach/contract/monitoring/template-schemas'
import { IconChartBar, IconPencil, IconTrash } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import { openValues } from './open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

/** Asks before it deletes a template, with what stops and how long values are retained; true if it was deleted. */
export async function removeTemplate(
  { id, device_count, config }: MonitoringTemplate,
  client: QueryClient,
): Promise<boolean> {
  const { name, retention } = config
  const count = device_count ?? 0
  const sure = await confirm({
    title: i18next.t('monitoring:remove.title', { name }),
    text: [
      count > 0
        ? `${i18next.t('monitoring:remove.devices', { count })} ${i18next.t('monitoring:remove.stops')}`
        : i18next.t('monitoring:remove.none'),
      i18next.t('monitoring:remove.kept', { days: retention }),
    ].join(' '),
    confirm: i18next.t('monitoring:remove.confirm'),
    danger: true,
  })
  if (!sure) return false
  try {
    await call(deleteMonitoringTemplate, { params: { id } })
    toast(i18next.t('monitoring:remove.done', { name }), 'success')
  } catch (error) {
    toast(messageOf(error), 'error')
  }
  for (const key of ['monitoring', 'monitoring-templates']) void client.invalidateQueries({ queryKey: [key] })
  return true
}

/** Actions for a template; system templates cannot be changed. */
export function TemplateMenu({ template }: { template: MonitoringTemplate }) {
  const { t } = useTranslation('monitoring')
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayEdit = useCan('update_monitoring')
  if (template.type === 'system') return null
  const params = { id: String(template.id) }
  return (
    <RowMenu label={t('menu.actions', { name: template.config.name })}>
      <MenuItem leftSection={<IconChartBar {...icon} />} onClick={() => openValues(template)}>
        {t('menu.values')}
      </MenuItem>
      {mayEdit ? (
        <>
          <MenuItem
            leftSection={<IconPencil {...icon} />}
            onClick={() => void navigate({ to: '/monitoring-templates/edit/$id', params })}
          >
            {t('menu.edit')}
          </MenuItem>
          <MenuItem danger leftSection={<IconTrash {...icon} />} onClick={() => void removeTemplate(template, client)}>
            {t('menu.remove')}
          </MenuItem>
        </>
      ) : null}
    </RowMenu>
  )
}
