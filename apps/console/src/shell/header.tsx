import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../brand/brand.ts'
import { Logo } from '../brand/logo.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import classes from './header.module.css'

export function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation('shell')
  const brand = useBrand()
  return (
    <header className={classes.header}>
      <IconButton label={t('openNavigation')} className={classes.burger ?? ''} tip={false} onClick={onMenu}>
        <IconMenu2 size={22} stroke={1.6} />
      </IconButton>
      <Link to="/management/devices" className={classes.brand} aria-label={t('home', { name: brand.app_name })}>
        <Logo />
        {brand.logo ? null : <span className={classes.name}>{brand.app_name}</span>}
      </Link>
      <div className={classes.gap} />
      <AccountMenu />
    </header>
  )
}
