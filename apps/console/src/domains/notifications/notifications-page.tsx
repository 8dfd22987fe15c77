import './texts.ts'
import { IconBell } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TablePage } from '../../tables/table-page.tsx'
import { notificationTable } from './notifications-list.tsx'
import { useTarget } from './target.ts'

/** `/notifications`: all notifications of the user. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications')
  const navigate = useNavigate()
  const targetOf = useTarget()
  return (
    <TablePage
      table={notificationTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={(row) => {
        const target = targetOf(row)
        if (target) void navigate(target)
      }}
      countText={(count, formatted) => t('total', { count, formatted })}
      empty={{ icon: <IconBell size={22} stroke={1.6} />, title: t('none.title'), text: t('none.text') }}
      failed={t('failed')}
    />
  )
}
