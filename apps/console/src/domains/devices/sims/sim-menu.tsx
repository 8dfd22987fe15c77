import './texts.ts'
import type { FleetSim } from '@longreach/contract/monitoring/usage-schemas'
import { IconCircleOff, IconGauge, IconRouter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { only } from '../../../tables/selected-rows.ts'
import { MenuItem } from '../../../ui/menu.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { openSetLimit } from './open-set-limit.tsx'
import { removeLimits } from './remove-limits.ts'
import { simName } from './sim-words.ts'

const icon = { size: 16, stroke: 1.6 }

export function SimMenu({ sim }: { sim: FleetSim }) {
  const { t } = useTranslation('sims')
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayEdit = useCan('update_devices')
  const { id, device_id, data_limit, billing_day } = sim
  if (!mayEdit && device_id === null) return null
  const name = simName(sim)
  return (
    <RowMenu tabIndex={-1} label={t('actions', { name })}>
      {mayEdit ? (
        <MenuItem
          leftSection={<IconGauge {...icon} />}
          onClick={() => openSetLimit(only(id, name), { values: { data_limit, billing_day } })}
        >
          {t('limit.action')}
        </MenuItem>
      ) : null}
      {mayEdit && data_limit !== null ? (
        <MenuItem leftSection={<IconCircleOff {...icon} />} onClick={() => void removeLimits(only(id, name), client)}>
          {t('remove.action')}
        </MenuItem>
      ) : null}
      {device_id === null ? null : (
        <MenuItem
          leftSection={<IconRouter {...icon} />}
          onClick={() => void navigate({ to: '/devices/$id/data-usage', params: { id: String(device_id) } })}
        >
          {t('openDevice')}
        </MenuItem>
      )}
    </RowMenu>
  )
}
