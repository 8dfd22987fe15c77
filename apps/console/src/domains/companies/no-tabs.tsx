import './texts.ts'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/state.tsx'

/** `/companies/{id}` for a user who sees only the name of the company. */
export function NoTabs() {
  const { t } = useTranslation('companies')
  return <EmptyState icon={<IconLock size={22} stroke={1.6} />} title={t('page.noTabs')} text={t('page.noTabsText')} />
}
