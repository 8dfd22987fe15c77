import '../texts.ts'
import { mostDevices } from '@longreach/contract/choice-limits'
import { exportDevices, listDevices } from '@longreach/contract/devices/endpoints'
import { Suspense } from 'react'
import { defineTable } from '../../../tables/table.ts'
import { Ago } from '../../../ui/ago.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { lazy } from '../../../ui/lazy.ts'
import { CompanyName } from '../../companies/public/company-name.tsx'
import { TagCell } from '../../tags/public/tag-chip.tsx'
import { deviceFilters } from '../public/device-filters.ts'
import { FirmwareCell, NameCell, PhoneRow, SeenCell, SignalCell, StatusCell, Text, WhyCell } from './cells.tsx'
import { DeviceMenu } from './device-menu.tsx'
import { defaultSort, listFields } from './first-page.ts'

// Lazy: the column is hidden at first.
const AvailabilityCell = lazy(() =>
  import('./availability-cell.tsx').then((file) => ({ default: file.AvailabilityCell })),
)

export const deviceTable = defineTable({
  name: 'devices',
  list: listDevices,
  download: exportDevices,
  texts: 'devices',
  fields: listFields,
  defaultSort,
  sortFor: { attention: 'attention' },
  refreshEvery: 60_000,
  most: mostDevices,
  nameOf: (row) => row.name,
  phoneRow: (row, { filtered }) => <PhoneRow row={row} why={filtered('attention')} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 168,
      pinned: true,
      flexible: 4,
      sort: 'name',
      cell: (row) => <NameCell row={row} />,
    },
    { id: 'status', label: t('columns.status'), width: 120, sort: 'status', cell: (row) => <StatusCell row={row} /> },
    {
      id: 'why',
      csv: ['offline_reason', 'attention'],
      label: t('columns.why'),
      width: 208,
      sort: 'attention',
      hidden: true,
      shownFor: ['attention', 'offline_reason'],
      cell: (row) => <WhyCell row={row} />,
    },
    {
      id: 'seen',
      csv: ['last_connection_at'],
      label: t('columns.seen'),
      width: 108,
      sort: 'last_connection_at',
      cell: (row) => <SeenCell row={row} />,
    },
    {
      id: 'availability',
      label: t('columns.availability'),
      width: 208,
      hidden: true,
      cell: (row) => (
        <Suspense fallback={null}>
          <AvailabilityCell row={row} />
        </Suspense>
      ),
    },
    { id: 'model', label: t('columns.model'), width: 80, sort: 'model', cell: (row) => <Text value={row.model} /> },
    {
      id: 'signal',
      csv: ['signal', 'connection_type', 'network_state', 'operator'],
      label: t('columns.signal'),
      width: 216,
      sort: 'signal',
      cell: (row) => <SignalCell row={row} />,
    },
    {
      id: 'firmware',
      label: t('columns.firmware'),
      width: 140,
      flexible: 2,
      sort: 'firmware',
      cell: (row) => <FirmwareCell row={row} />,
    },
    {
      id: 'company',
      notWithin: 'company_id',
      csv: ['company_name'],
      label: t('columns.company'),
      width: 116,
      flexible: 2,
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    { id: 'tags', label: t('columns.tags'), width: 104, flexible: 2, cell: (row) => <TagCell tags={row.tags} /> },
    {
      id: 'serial',
      label: t('columns.serial'),
      width: 124,
      hidden: true,
      sort: 'serial',
      cell: (row) => <Text mono value={row.serial} />,
    },
    {
      id: 'mac',
      label: t('columns.mac'),
      width: 164,
      hidden: true,
      sort: 'mac',
      cell: (row) => <Text mono value={row.mac} />,
    },
    {
      id: 'wan',
      csv: ['wan_state'],
      label: t('columns.wan'),
      width: 92,
      hidden: true,
      cell: (row) => <Text value={row.wan_state} />,
    },
    {
      id: 'ip',
      csv: ['wan_ip', 'mobile_ip'],
      label: t('columns.ip'),
      width: 148,
      hidden: true,
      cell: (row) => <Text mono value={row.wan_ip ?? row.mobile_ip} />,
    },
    {
      id: 'uptime',
      csv: ['router_uptime'],
      label: t('columns.uptime'),
      width: 108,
      hidden: true,
      align: 'right',
      cell: (row) => <Text value={row.router_uptime === null ? null : formatDuration(row.router_uptime)} />,
    },
    {
      id: 'description',
      label: t('columns.description'),
      width: 200,
      hidden: true,
      cell: (row) => <Text value={row.description} />,
    },
    {
      id: 'created',
      csv: ['created_at'],
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      hidden: true,
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 48, cell: (row) => <DeviceMenu row={row} /> },
  ],
  filters: deviceFilters,
})
