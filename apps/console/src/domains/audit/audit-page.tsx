import './texts.ts'
import { IconListSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TablePage } from '../../tables/table-page.tsx'
import { auditTable } from './audit-list.tsx'
import { openLine } from './open-windows.tsx'

/** `/system/audit-logs`: every change, with its author and the previous values. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  return (
    <TablePage
      table={auditTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={openLine}
      countText={(count, formatted) => t('total', { count, formatted })}
      empty={{ icon: <IconListSearch size={22} stroke={1.6} />, title: t('none.title'), text: t('none.text') }}
      failed={t('failed')}
    />
  )
}
