import { usePageTitle } from '../../ui/page-title.ts'
import './texts.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../../brand/brand.ts'
import { Logo } from '../../brand/logo.tsx'
import classes from './sign-in-page.module.css'

/** The centred card of the pages before the console. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('account')
  const brand = useBrand()
  usePageTitle(title)
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Logo size={brand.logo ? 36 : 40} />
        </div>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
      {isSecureContext ? null : <p className={classes.note}>{t('insecure')}</p>}
      {brand.notice ? <p className={classes.note}>{brand.notice}</p> : null}
    </main>
  )
}
