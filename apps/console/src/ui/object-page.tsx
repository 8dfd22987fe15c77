import { IconChevronRight } from '@tabler/icons-react'
import { Children, type ReactNode, useEffect, useRef } from 'react'
import classes from './object-page.module.css'
import { usePageTitle } from './page-title.ts'

interface Props {
  /** Accessible name of the breadcrumbs. */
  label: string
  /** Links to the ancestors, from the top. */
  trail: ReactNode
  name: string
  /** Heading and identifying details. */
  identity: ReactNode
  actions?: ReactNode
  width?: 'narrow' | 'wide' | 'full'
  children: ReactNode
}

/** The page of one object: breadcrumbs, its identity and actions, then the rest. */
export function ObjectPage({ label, trail, name, identity, actions, width = 'wide', children }: Props) {
  usePageTitle(name)
  return (
    <div className={classes.page} data-width={width}>
      <nav className={classes.trail} aria-label={label}>
        {Children.map(trail, (link) => (
          <>
            {link}
            <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
          </>
        ))}
        <span aria-current="page" title={name}>
          {name}
        </span>
      </nav>
      <div className={classes.head}>
        <div className={classes.identity}>{identity}</div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
      {children}
    </div>
  )
}

/** Identifying details below the heading. */
export const Facts = ({ children }: { children: ReactNode }) => <p className={classes.facts}>{children}</p>

export function Tabs({ label, inner = false, children }: { label: string; inner?: boolean; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  const seen = useRef<Element | null>(null)
  // Scrolls the current part into view, but does not return to it after the user scrolls.
  useEffect(() => {
    const active = nav.current?.querySelector<HTMLElement>('[data-active]') ?? null
    if (!nav.current || !active || active === seen.current) return
    seen.current = active
    nav.current.scrollLeft = active.offsetLeft + active.offsetWidth / 2 - nav.current.clientWidth / 2
  })
  return (
    <nav ref={nav} className={inner ? classes.parts : classes.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

export const tabMark = (shown: boolean) =>
  shown ? { 'data-active': true, 'aria-current': 'page' as const } : ({} as Record<string, never>)
