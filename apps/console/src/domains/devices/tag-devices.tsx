import './texts.ts'
import { IconRouter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import type { Places } from '../../registry/domain.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { PhoneRow } from './cells.tsx'
import { deviceColumns } from './columns.tsx'
import { devicesSpec } from './list-filters.ts'
import type { DeviceRow } from './queries.ts'
import { useWatch } from './use-watch.ts'

/** The devices with a tag, on its page. */
export function TagDevices({ tag, title, none, bulk }: Places['tag.devices']) {
  const { t } = useTranslation('devices')
  const navigate = useNavigate()
  const mayExport = useCan('export_devices')
  const columns = useMemo(() => deviceColumns(t), [t])
  return (
    <TablePage<DeviceRow>
      inner
      spec={devicesSpec}
      narrow={{ tag_id: String(tag.id) }}
      title={title}
      searchLabel={t('search')}
      columns={columns}
      downloads={mayExport}
      nameOf={(row) => row.name}
      onOpen={(row) => void navigate({ to: '/devices/$id/activity', params: { id: String(row.id) } })}
      onVisible={useWatch()}
      phoneRow={(row) => <PhoneRow row={row} />}
      countText={(count, formatted) => t('total', { count, formatted })}
      bulk={bulk}
      empty={{ icon: <IconRouter size={22} stroke={1.6} />, ...none }}
      failed={t('failed')}
    />
  )
}
