import type { DashboardDetails } from '@longreach/contract/dashboards/schemas'
import { IconCopy, IconDeviceMobile, IconPencil, IconPlus, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { IconSelector } from '../../ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import classes from './board-tools.module.css'
import { openCopy, openManage, openNewDashboard } from './open-windows.tsx'
import { dashboardsQuery } from './queries.ts'

/** The name of the dashboard, with a menu of the others. */
export function DashboardSwitcher({ dashboard }: { dashboard: DashboardDetails }) {
  const { t } = useTranslation('dashboards')
  const navigate = useNavigate()
  const { device_id: id } = dashboard
  const { data = [] } = useQuery(dashboardsQuery(id))
  const may = {
    create: useCan('create_device_dashboard'),
    update: useCan('update_device_dashboard'),
    remove: useCan('delete_device_dashboard'),
  }
  const go = (to: number) =>
    void navigate({
      to: '/devices/$id/dashboards/$dashboard_id',
      params: { id: String(id), dashboard_id: String(to) },
    })
  return (
    <Menu
      side="bottom-start"
      width={260}
      trigger={
        <Button aria-label={`${t('switcher')}: ${dashboard.name}`} className={classes.name ?? ''}>
          <span>{dashboard.name}</span>
          <IconSelector size={16} stroke={1.6} />
        </Button>
      }
    >
      {data.map((one) => (
        <MenuItem key={one.id} onClick={() => go(one.id)}>
          {one.is_default ? `${one.name} · ${t('isDefault')}` : one.name}
        </MenuItem>
      ))}
      {may.create || may.update || may.remove ? <MenuDivider /> : null}
      {may.create ? (
        <MenuItem leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => openNewDashboard(id)}>
          {t('new')}
        </MenuItem>
      ) : null}
      {may.update || may.remove ? (
        <MenuItem leftSection={<IconSettings size={16} stroke={1.6} />} onClick={() => openManage(id)}>
          {t('manage')}
        </MenuItem>
      ) : null}
    </Menu>
  )
}

/** Opens the phone view in a tab of its own. */
export function PhoneButton({ dashboard }: { dashboard: DashboardDetails }) {
  const { t } = useTranslation('dashboards')
  return (
    <Button
      icon={<IconDeviceMobile size={17} stroke={1.6} />}
      onClick={() => window.open(`/device/${dashboard.device_id}/dashboard/${dashboard.id}`, '_blank', 'noopener')}
    >
      {t('phone')}
    </Button>
  )
}

export function CopyButton({ dashboard }: { dashboard: DashboardDetails }) {
  const { t } = useTranslation('dashboards')
  return useCan('create_device_dashboard') ? (
    <Button icon={<IconCopy size={17} stroke={1.6} />} onClick={() => openCopy(dashboard)}>
      {t('copy')}
    </Button>
  ) : null
}

export function BoardTools({ dashboard, onEdit }: { dashboard: DashboardDetails; onEdit: (() => void) | null }) {
  const { t } = useTranslation('dashboards')
  return (
    <ToolRow left={<DashboardSwitcher dashboard={dashboard} />}>
      <PhoneButton dashboard={dashboard} />
      <CopyButton dashboard={dashboard} />
      {onEdit ? (
        <Button icon={<IconPencil size={17} stroke={1.6} />} onClick={onEdit}>
          {t('edit')}
        </Button>
      ) : null}
    </ToolRow>
  )
}

export function ToolRow({ left, children }: { left: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.left}>{left}</div>
      <div className={classes.right}>{children}</div>
    </div>
  )
}
