import './texts.ts'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/state.tsx'

/** `/companies/{id}` for a user who sees nothing of the company but its name. */
export function NoTabs() {
  const { t } = useTranslation('companies')
  return <EmptyState icon={<IconLock size={22} stroke={1.6} />} title={t('page.noTabs')} text={t('page.noTabsText')} />
}
