import './texts.ts'
import { IconHistory } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TablePage } from '../../tables/table-page.tsx'
import { historyTable } from './history-list.tsx'

/** `/access-history`: every opened web page and shell. */
export function HistoryPage() {
  const { t } = useTranslation('remote')
  const navigate = useNavigate()
  return (
    <TablePage
      table={historyTable}
      title={t('history.title')}
      searchLabel={t('history.search')}
      onOpen={(row) => void navigate({ to: '/devices/$id/access', params: { id: String(row.device_id) } })}
      countText={(count, formatted) => t('history.total', { count, formatted })}
      empty={{
        icon: <IconHistory size={22} stroke={1.6} />,
        title: t('history.noneTitle'),
        text: t('history.noneText'),
      }}
      failed={t('history.failed')}
    />
  )
}
