import './texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { IconBolt, IconClock, IconHistory } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Place } from '../../registry/place.tsx'
import { only } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { offers, startAction, usePermittedKinds } from './kinds.ts'
import { openPendingJobs } from './public/open-windows.tsx'
import { DeviceTagLog } from './tag-log/device-tag-log.tsx'

/** Actions for one device, limited to those allowed and supported: dangerous ones as buttons, others in a menu. */
export function DeviceActions({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('actions')
  const navigate = useNavigate()
  const kinds = usePermittedKinds().filter((shown) => offers(device, shown))
  const mayRead = useCan('view_device_logs')
  const maySeePending = useCan('view_pending_device_actions')
  const buttons = kinds.filter(({ kind }) => kind.question?.danger)
  const items = kinds.filter((shown) => !buttons.includes(shown))
  const selected = only(device.id, device.name)
  if (kinds.length === 0 && !mayRead && !maySeePending) return null
  return (
    <>
      {buttons.map(({ name, icon: Icon, label }) => (
        <Button key={name} icon={<Icon size={17} stroke={1.6} />} onClick={() => void startAction(name, selected)}>
          {label}
        </Button>
      ))}
      <Menu trigger={<Button icon={<IconBolt size={17} stroke={1.6} />}>{t('title')}</Button>}>
        {items.map(({ name, icon: Icon, label }) => (
          <MenuItem
            key={name}
            leftSection={<Icon size={16} stroke={1.6} />}
            onClick={() => void startAction(name, selected)}
          >
            {label}
          </MenuItem>
        ))}
        <Place at="device.menu" device={device} />
        {items.length > 0 && (mayRead || maySeePending) ? <MenuDivider /> : null}
        {mayRead ? (
          <MenuItem
            leftSection={<IconHistory size={16} stroke={1.6} />}
            onClick={() => void navigate({ to: '/management/actions', search: { device_id: String(device.id) } })}
          >
            {t('recent')}
          </MenuItem>
        ) : null}
        {mayRead ? <DeviceTagLog device={device} /> : null}
        {maySeePending ? (
          <MenuItem leftSection={<IconClock size={16} stroke={1.6} />} onClick={() => openPendingJobs(device)}>
            {t('pending')}
          </MenuItem>
        ) : null}
      </Menu>
    </>
  )
}
