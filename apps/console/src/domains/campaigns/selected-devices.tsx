import './texts.ts'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../ui/format.ts'
import { deviceFilters } from '../devices/public/device-filters.ts'
import type { CampaignRows } from './rows.ts'

/** The devices of a campaign that has not started: how many were selected, or a filter and how many match it now. */
export function SelectedDevices({ rows }: { rows: CampaignRows }) {
  const { t } = useTranslation('campaigns')
  if ('device_id' in rows) {
    const count = rows.device_id.length
    return t('page.selected', { count, formatted: formatCount(count) })
  }
  return (
    <Suspense fallback={t('page.selectedFilter')}>
      <deviceFilters.Words filter={rows.filter} />
    </Suspense>
  )
}
