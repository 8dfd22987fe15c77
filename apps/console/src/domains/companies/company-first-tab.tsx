import './texts.ts'
import { IconLock } from '@tabler/icons-react'
import { Navigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/state.tsx'
import { useUser } from '../account/session.ts'
import { visibleTabs } from './tabs.ts'

/** `/companies/{id}` leads on to the devices, or to the first tab the user sees. */
export function CompanyFirstTab() {
  const { t } = useTranslation('companies')
  const { company_id = '' } = useParams({ strict: false })
  const first = visibleTabs(useUser().permissions)[0]?.parts[0]
  if (first) return <Navigate to={first.to} params={{ company_id }} replace />
  return <EmptyState icon={<IconLock size={22} stroke={1.6} />} title={t('page.noTabs')} text={t('page.noTabsText')} />
}
