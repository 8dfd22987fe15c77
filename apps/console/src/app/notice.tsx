import type { ReactNode } from 'react'
import { useBrand } from '../brand/brand.ts'
import { Logo } from '../brand/logo.tsx'
import { EmptyState } from '../ui/state.tsx'
import classes from './notice-screens.module.css'

export const noticeIcon = { size: 22, stroke: 1.6 }

export function Notice({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode
  title: string
  text: ReactNode
  action: ReactNode
}) {
  const brand = useBrand()
  return (
    <main className={classes.screen}>
      <div className={classes.brand}>
        <Logo />
        {brand.logo ? null : brand.app_name}
      </div>
      <div className={classes.card}>
        <EmptyState alone icon={icon} title={title} text={text} action={action} />
      </div>
      {brand.notice ? <p className={classes.notice}>{brand.notice}</p> : null}
    </main>
  )
}
