import '../texts.ts'
import { IconList, IconMap2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../../api/search.ts'
import { useCan } from '../../../api/session.ts'
import classes from './view-switch.module.css'

const views = [
  { to: '/management/devices', icon: IconList, label: 'view.list' },
  { to: '/management/devices/map', icon: IconMap2, label: 'view.map' },
] as const

/** Switches between list and map of the same devices: both keep the filters of the address. */
export function ViewSwitch() {
  const { t } = useTranslation('devices')
  const located = useCan('view_device_location')
  if (!located) return null
  return (
    <nav className={classes.views} aria-label={t('view.title')}>
      {views.map(({ to, icon: Icon, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          search={((search: Search) => ({ ...search, at: undefined })) as never}
          className={classes.view}
        >
          <Icon size={16} stroke={1.8} />
          <span>{t(label)}</span>
        </Link>
      ))}
    </nav>
  )
}
