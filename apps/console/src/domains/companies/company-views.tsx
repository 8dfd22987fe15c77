import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Tabs, tabMark } from '../../ui/object-page.tsx'

export function CompanyViews({ shown }: { shown: 'list' | 'tree' }) {
  const { t } = useTranslation('companies')
  return (
    <Tabs inner label={t('views.label')}>
      <Link to="/companies" {...tabMark(shown === 'list')}>
        {t('views.list')}
      </Link>
      <Link to="/companies/tree" {...tabMark(shown === 'tree')}>
        {t('views.tree')}
      </Link>
    </Tabs>
  )
}
