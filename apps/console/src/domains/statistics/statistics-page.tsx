import './texts.ts'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../registry/page-tabs.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import classes from './statistics.module.css'

/** `/statistics`: figures of the fleet over time, by tabs. */
export function StatisticsPage() {
  const { t } = useTranslation('statistics')
  usePageTitle(t('title'))
  return (
    <div className={classes.page}>
      <h1>{t('title')}</h1>
      <div className={classes.tabs}>
        <PageTabs of="statistics" label={t('tabs')} />
      </div>
      <Outlet />
    </div>
  )
}
