import './texts.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Tabs, tabMark } from '../../ui/object-page.tsx'

export function ConfigViews({ shown }: { shown: 'devices' | 'templates' }) {
  const { t } = useTranslation('configs')
  return (
    <Tabs inner label={t('which')}>
      <Link to="/device-configuration" {...tabMark(shown === 'devices')}>
        {t('devices')}
      </Link>
      <Link to="/device-configuration/templates" {...tabMark(shown === 'templates')}>
        {t('templates')}
      </Link>
    </Tabs>
  )
}
