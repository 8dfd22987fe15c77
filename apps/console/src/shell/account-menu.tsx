import './texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../api/session.ts'
import { textOf } from '../i18n/i18n.ts'
import { Menu, MenuChoice, MenuDivider, MenuItem, MenuLabel } from '../ui/menu.tsx'
import { setScheme } from '../ui/scheme.ts'
import { accountEntries } from './account-entries.ts'
import classes from './account-menu.module.css'
import { chooseDarkMode, darkModes, useDarkMode } from './dark-mode.ts'

export function AccountMenu() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const navigate = useNavigate()
  const client = useQueryClient()
  const mode = useDarkMode()

  useEffect(() => {
    if (mode !== 'auto') return
    const system = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => setScheme(system.matches ? 'dark' : 'light')
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [mode])

  return (
    <Menu
      width={248}
      trigger={
        <button
          type="button"
          className={classes.avatar}
          aria-label={t('account.menu', { initials: initials(user), name: user.username })}
        >
          {initials(user)}
        </button>
      }
    >
      <div className={classes.who}>
        <strong>{user.username}</strong>
        {user.email === user.username ? null : <span>{user.email}</span>}
        <span>
          {user.role_title} · {user.company_name}
        </span>
      </div>
      <MenuDivider />
      <MenuLabel>{t('account.darkMode')}</MenuLabel>
      <MenuChoice
        value={mode}
        options={darkModes.map((value) => ({ value, label: t(`account.${value}`) }))}
        onChange={(next) => chooseDarkMode(client, next)}
      />
      <MenuDivider />
      {accountEntries(user).map(({ label, icon: Icon, open }) => (
        <MenuItem
          key={label}
          leftSection={<Icon size={16} stroke={1.6} />}
          onClick={() => open(user, (path) => void navigate({ to: path }))}
        >
          {textOf(label)}
        </MenuItem>
      ))}
      <div className={classes.version}>{t('account.version', { version: __APP_VERSION__ })}</div>
    </Menu>
  )
}

function initials(user: { first_name: string | null; last_name: string | null; username: string }): string {
  const names = [user.first_name, user.last_name].filter((name) => name !== null && name !== '')
  const words = names.length > 0 ? names : (user.username.split('@')[0] ?? '').split(/[.\-_ ]+/)
  const letters = words.map((word) => [...(word ?? '')][0] ?? '').join('')
  return (letters.length > 1 ? letters.slice(0, 2) : user.username.slice(0, 2)).toUpperCase()
}
