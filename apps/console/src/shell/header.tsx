import './texts.ts'
import { IconHelp, IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Place } from '../registry/place.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BrandLink } from './brand-link.tsx'
import classes from './header.module.css'
import { SearchButton } from './search-button.tsx'

interface Props {
  wide: boolean
  onMenu: () => void
  /** Help of the page; null if there is none. */
  help: { open: boolean; toggle: () => void } | null
}

export function Header({ wide, onMenu, help }: Props) {
  const { t } = useTranslation('shell')
  return (
    <header className={classes.header}>
      <IconButton label={t('openNavigation')} className={classes.burger ?? ''} tip={false} onClick={onMenu}>
        <IconMenu2 size={22} stroke={1.6} />
      </IconButton>
      <div className={classes.start}>
        <BrandLink wide={wide} />
        <Place at="shell.context" />
      </div>
      <SearchButton />
      <div className={classes.end}>
        {help ? (
          <IconButton label={t('help')} id="help-button" aria-expanded={help.open} onClick={help.toggle}>
            <IconHelp size={19} stroke={1.6} />
          </IconButton>
        ) : null}
        <Place at="shell.header" />
        <AccountMenu />
      </div>
    </header>
  )
}
