import './texts.ts'
import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useContextQuery } from '../api/context.ts'
import { stringifySearch } from '../api/search.ts'
import { useUser } from '../api/session.ts'
import { useBrand } from '../brand/brand.ts'
import { textOf } from '../i18n/i18n.ts'
import { activeItem, visibleMenu } from '../registry/screens.ts'
import { useTrap } from '../ui/focus-trap.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Tip } from '../ui/tip.tsx'
import classes from './navigation.module.css'

interface Props {
  wide: boolean
  onToggle: () => void
  /** On a phone, whether it is open over the page. */
  drawer: boolean
  onClose: () => void
}

export function Navigation({ wide, onToggle, drawer, onClose }: Props) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const { disabled_routes } = useBrand()
  const context = useContextQuery()
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
            const active = group.items.some(({ item }) => item === current)
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
                    {group.items.map(({ item, path: to, label, icon: Icon, badge }) => {
                      const here = item === current
                      return (
                        <li key={item}>
                          <Tip label={textOf(label)} side="right" disabled={labels}>
                            <Link
                              to={to}
                              className={classes.item}
                              data-active={here || undefined}
                              aria-current={here ? 'page' : undefined}
                              aria-label={labels ? undefined : textOf(label)}
                              onClick={(event) => {
                                if (path !== to || event.metaKey || event.ctrlKey) return
                                event.preventDefault()
                                location.assign(to + stringifySearch(context))
                              }}
                            >
                              <Icon size={18} stroke={1.6} />
                              {labels ? <span>{textOf(label)}</span> : null}
                              {labels && badge ? <span className={classes.badge}>{t(`badges.${badge}`)}</span> : null}
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
