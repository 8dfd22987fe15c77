import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../brand/brand.ts'
import { useUser } from '../domains/account/session.ts'
import { useTrap } from '../ui/focus-trap.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Tip } from '../ui/tip.tsx'
import { activeItem, icons, visibleMenu } from './menu.ts'
import classes from './navigation.module.css'

interface Props {
  wide: boolean
  onToggle: () => void
  /** Open over the page on a phone. */
  drawer: boolean
  onClose: () => void
}

export function Navigation({ wide, onToggle, drawer, onClose }: Props) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const { disabled_routes } = useBrand()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const trap = useTrap(drawer)
  const groups = visibleMenu(user.permissions, disabled_routes)
  const current = activeItem(path)
  const labels = wide || drawer

  const toggleGroup = (key: string) =>
    setClosed((now) => {
      const next = new Set(now)
      if (!next.delete(key)) next.add(key)
      return next
    })

  return (
    <>
      {drawer ? <div className={classes.scrim} onClick={onClose} aria-hidden="true" /> : null}
      <nav
        ref={trap}
        aria-label={t('navigation')}
        className={`${classes.nav} ${labels ? '' : classes.narrow} ${drawer ? classes.drawer : ''}`}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      >
        {drawer ? (
          <div className={classes.close}>
            <IconButton label={t('closeNavigation')} tip={false} onClick={onClose}>
              <IconX size={20} stroke={1.6} />
            </IconButton>
          </div>
        ) : null}
        <div className={classes.groups}>
          {groups.map((group) => {
            const active = group.items.some((item) => item.key === current)
            const open = active || !closed.has(group.key)
            return (
              <section key={group.key} className={classes.group}>
                {labels ? (
                  <button
                    type="button"
                    className={classes.groupName}
                    aria-expanded={open}
                    disabled={active}
                    onClick={() => toggleGroup(group.key)}
                  >
                    {t(`groups.${group.key}`)}
                    {active ? null : <IconChevronDown size={16} stroke={1.6} />}
                  </button>
                ) : null}
                {open || !labels ? (
                  <ul>
                    {group.items.map((item) => {
                      const Icon = icons[item.key]
                      const here = item.key === current
                      return (
                        <li key={item.key}>
                          <Tip label={t(`items.${item.key}`)} side="right" disabled={labels}>
                            <Link
                              to={item.path}
                              className={classes.item}
                              data-active={here || undefined}
                              aria-current={here ? 'page' : undefined}
                              aria-label={labels ? undefined : t(`items.${item.key}`)}
                              onClick={(event) => {
                                if (path !== item.path || event.metaKey || event.ctrlKey) return
                                event.preventDefault()
                                location.assign(item.path)
                              }}
                            >
                              <Icon size={18} stroke={1.6} />
                              {labels ? <span>{t(`items.${item.key}`)}</span> : null}
                              {labels && item.badge ? (
                                <span className={classes.badge}>{t(`badges.${item.badge}`)}</span>
                              ) : null}
                            </Link>
                          </Tip>
                        </li>
                      )
                    })}
                  </ul>
                ) : null}
              </section>
            )
          })}
        </div>
        <Tip label={t('expand')} side="right" disabled={labels}>
          <button
            type="button"
            className={`${classes.item} ${classes.collapse}`}
            onClick={onToggle}
            aria-label={t(wide ? 'collapse' : 'expand')}
          >
            {wide ? (
              <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
            ) : (
              <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
            )}
            {labels ? <span>{t('collapse')}</span> : null}
          </button>
        </Tip>
      </nav>
    </>
  )
}
