import './texts.ts'
import {
  type AuthorizedDevice,
  exportAuthorizedDevices,
  listAuthorizedDevices,
} from '@longreach/contract/devices/authorized-endpoints'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import cells from '../../../tables/cells.module.css'
import { createdField, optionField } from '../../../tables/filters/field.ts'
import { only } from '../../../tables/selected-rows.ts'
import { defineTable } from '../../../tables/table.ts'
import { Ago } from '../../../ui/ago.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { removeAfterAsking } from './remove-authorized.ts'

const cut = (value: string | null, className = '') => (
  <span className={`${cells.cut} ${className}`} title={value ?? undefined}>
    {value ?? '—'}
  </span>
)

export const authorizedTable = defineTable({
  name: 'authorized-devices',
  list: listAuthorizedDevices,
  download: exportAuthorizedDevices,
  texts: 'authorized',
  defaultSort: '-created_at',
  nameOf: (row) => row.serial,
  phoneRow: (row) => <PhoneDevice row={row} />,
  columns: (t) => [
    {
      id: 'serial',
      label: t('columns.serial'),
      width: 160,
      pinned: true,
      sort: 'serial',
      cell: (row) => cut(row.serial, 'mono'),
    },
    { id: 'mac', label: t('columns.mac'), width: 168, sort: 'mac', cell: (row) => cut(row.mac, 'mono') },
    { id: 'imei', label: t('columns.imei'), width: 152, cell: (row) => cut(row.imei, 'mono') },
    { id: 'model', label: t('columns.model'), width: 128, sort: 'model', cell: (row) => cut(row.model) },
    {
      id: 'batch',
      csv: ['batch_number'],
      label: t('columns.batch'),
      width: 128,
      sort: 'batch_number',
      cell: (row) => cut(row.batch_number),
    },
    {
      id: 'product',
      csv: ['product_code'],
      label: t('columns.product'),
      width: 152,
      sort: 'product_code',
      cell: (row) => cut(row.product_code),
    },
    {
      id: 'registered',
      label: t('columns.registered'),
      width: 128,
      cell: (row) => t(`registered.${row.registered}`),
    },
    { id: 'by', csv: ['username'], label: t('columns.by'), width: 200, cell: (row) => cut(row.username) },
    {
      id: 'created',
      csv: ['created_at'],
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 88, cell: (row) => <RemoveButton row={row} /> },
  ],
  filters: (t) => [
    optionField('registered', t('columns.registered'), ['true', 'false'], (value) =>
      t(`registered.${value as 'true' | 'false'}`),
    ),
    createdField(t('columns.created')),
  ],
})

function RemoveButton({ row: { id, serial } }: { row: AuthorizedDevice }) {
  const { t } = useTranslation('authorized')
  const client = useQueryClient()
  return (
    <IconButton
      size="small"
      label={t('remove.titleOne', { name: serial })}
      onClick={() => void removeAfterAsking(only(id), client, serial)}
    >
      <IconTrash size={17} stroke={1.6} />
    </IconButton>
  )
}

function PhoneDevice({ row }: { row: AuthorizedDevice }) {
  const { t } = useTranslation('authorized')
  const second = [row.mac ?? row.imei, row.model, t(`registered.${row.registered}`)].filter(Boolean)
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <span className={cells.name}>{row.serial}</span>
        <span className={cells.second}>{second.join(' · ')}</span>
      </div>
      <RemoveButton row={row} />
    </div>
  )
}
