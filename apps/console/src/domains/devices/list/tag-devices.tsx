import '../texts.ts'
import { IconRouter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import type { Places } from '../../../registry/domain.ts'
import { TablePage } from '../../../tables/table-page.tsx'
import { deviceTable } from './devices-list.tsx'
import { useWatch } from './use-watch.ts'

export function TagDevices({ tag, title, none, bulk }: Places['tag.devices']) {
  const { t } = useTranslation('devices')
  const navigate = useNavigate()
  const mayExport = useCan('export_devices')
  return (
    <TablePage
      table={deviceTable}
      narrow={{ tag_id: String(tag.id) }}
      filtered={false}
      title={title}
      searchLabel={t('search')}
      downloads={mayExport}
      onOpen={(row) => void navigate({ to: '/devices/$id/activity', params: { id: String(row.id) } })}
      onVisible={useWatch()}
      countText={(count, formatted) => t('total', { count, formatted })}
      bulk={bulk}
      empty={{ icon: <IconRouter size={22} stroke={1.6} />, ...none }}
      failed={t('failed')}
    />
  )
}
