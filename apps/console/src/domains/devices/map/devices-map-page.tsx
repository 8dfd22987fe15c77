import '../texts.ts'
import './texts.ts'
import { IconRouter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { TablePage } from '../../../tables/table-page.tsx'
import { lazy } from '../../../ui/lazy.ts'
import { deviceTable } from '../list/devices-list.tsx'
import { ViewSwitch } from '../list/view-switch.tsx'

const DevicesMap = lazy(() => import('./devices-map.tsx').then((file) => ({ default: file.DevicesMap })))

/** `/management/devices/map`: the devices of the list with the same filters, on a map. */
export function DevicesMapPage() {
  const { t } = useTranslation('devices')
  const navigate = useNavigate()
  const downloads = useCan('export_devices')
  return (
    <TablePage
      table={deviceTable}
      title={t('title')}
      searchLabel={t('search')}
      downloads={downloads}
      onOpen={(row) => void navigate({ to: '/devices/$id/activity', params: { id: String(row.id) } })}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={<ViewSwitch />}
      instead={(list) => (
        <Suspense fallback={null}>
          <DevicesMap filter={list.filter} />
        </Suspense>
      )}
      empty={{ icon: <IconRouter size={22} stroke={1.6} />, title: t('none.title'), text: t('none.textView') }}
      failed={t('failed')}
      texts={{ noMatch: t('none.filtered') }}
    />
  )
}
