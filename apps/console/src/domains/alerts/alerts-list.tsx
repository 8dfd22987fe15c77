import './texts.ts'
import { exportAlerts, listAlerts } from '@longreach/contract/alerts/endpoints'
import type { Alert } from '@longreach/contract/alerts/schemas'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { createdField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { deviceField } from '../devices/public/device-field.ts'
import { AlertMenu } from './alert-menu.tsx'
import { DeviceLink } from './device-link.tsx'
import { EventButton } from './event-cell.tsx'
import { eventFields } from './fields.ts'
import { openAlert } from './open-windows.tsx'

export const alertTable = defineTable({
  name: 'alerts',
  list: listAlerts,
  download: exportAlerts,
  texts: 'alerts',
  defaultSort: '-created_at',
  refreshEvery: 60_000,
  nameOf: (row) => `${row.event}, ${row.device_name}`,
  phoneRow: (row) => <PhoneAlert row={row} />,
  columns: (t) => [
    {
      id: 'event',
      csv: ['alert_type', 'alert_subtype', 'event'],
      label: t('columns.event'),
      width: 328,
      pinned: true,
      flexible: 4,
      cell: (row) => <EventButton text={row.event} onOpen={() => openAlert(row)} />,
    },
    {
      id: 'time',
      csv: ['created_at'],
      label: t('columns.time'),
      width: 104,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    {
      id: 'device',
      csv: ['device_name'],
      label: t('columns.device'),
      width: 152,
      flexible: 2,
      sort: 'device_name',
      cell: (row) => <DeviceLink cell id={row.device_id} name={row.device_name} />,
    },
    {
      id: 'company',
      notWithin: 'company_id',
      csv: ['company_name'],
      label: t('columns.company'),
      width: 116,
      flexible: 1,
      sort: 'company_name',
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    {
      id: 'message',
      label: t('columns.message'),
      width: 240,
      flexible: 3,
      cell: (row) => (
        <span className={cells.cut} title={row.message}>
          {row.message}
        </span>
      ),
    },
    {
      id: 'type',
      csv: ['alert_type'],
      label: t('columns.type'),
      width: 160,
      hidden: true,
      sort: 'alert_type_id',
      cell: (row) => row.alert_type,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 48, cell: (row) => <AlertMenu alert={row} /> },
  ],
  filters: (t) => [
    ...eventFields(t),
    deviceField(t('columns.device')),
    companyField(t('columns.company')),
    createdField(t('columns.time')),
  ],
})

function PhoneAlert({ row }: { row: Alert }) {
  const { t } = useTranslation('alerts')
  return (
    <div className={cells.phone}>
      <div className={cells.lines} title={t('rowName', { event: row.event, device: row.device_name })}>
        <span className={cells.name}>{row.event}</span>
        <span className={cells.second}>
          <Ago time={row.created_at} />
          {' · '}
          {row.device_name}
        </span>
      </div>
      <AlertMenu alert={row} />
    </div>
  )
}
