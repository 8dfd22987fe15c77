import './texts.ts'
import { mostDevices } from '@longreach/contract/choice-limits'
import { listFirmwareDevices } from '@longreach/contract/firmware/endpoints'
import type { FirmwareDevice } from '@longreach/contract/firmware/schemas'
import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { NameLink } from '../../tables/name-link.tsx'
import { defineTable } from '../../tables/table.ts'
import { StateMark } from '../actions/public/state-mark.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { deviceFilters } from '../devices/public/device-filters.ts'
import classes from './firmware-list.module.css'
import { FirmwareMenu } from './firmware-menu.tsx'

const text = (value: string | null, mono = false) => (
  <span className={mono ? `${cells.cut} mono` : cells.cut} title={value ?? undefined}>
    {value || '—'}
  </span>
)

export const firmwareTable = defineTable({
  name: 'firmware',
  list: listFirmwareDevices,
  texts: 'firmware',
  defaultSort: 'name',
  refreshEvery: 5000,
  most: mostDevices,
  nameOf: (row) => row.name,
  phoneRow: (row) => <PhoneDevice device={row} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 184,
      pinned: true,
      flexible: 3,
      sort: 'name',
      cell: (row) => <Name device={row} />,
    },
    { id: 'model', label: t('columns.model'), width: 104, sort: 'model', cell: (row) => text(row.model) },
    {
      id: 'firmware',
      label: t('columns.firmware'),
      width: 184,
      flexible: 2,
      sort: 'firmware',
      cell: (row) => text(row.firmware, true),
    },
    {
      id: 'stable',
      label: t('columns.stable'),
      width: 192,
      flexible: 2,
      cell: (row) => <Stable device={row} />,
    },
    { id: 'update', label: t('columns.update'), width: 240, flexible: 4, cell: (row) => <Update device={row} /> },
    {
      id: 'company',
      notWithin: 'company_id',
      label: t('columns.company'),
      width: 136,
      flexible: 1,
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 48, cell: (row) => <FirmwareMenu device={row} /> },
  ],
  filters: deviceFilters,
})

const Name = ({ device: { id, name } }: { device: FirmwareDevice }) => (
  <NameLink to="/devices/$id/activity" params={{ id: String(id) }} name={name} />
)

/** The recommended image, marked if it is newer. */
function Stable({ device: { stable, firmware_outdated, firmware } }: { device: FirmwareDevice }) {
  const { t } = useTranslation('firmware')
  if (!stable)
    return (
      <span className={classes.quiet} title={t('noStable')}>
        —
      </span>
    )
  if (!firmware_outdated)
    return stable.version === firmware ? (
      <span className={classes.quiet}>{t('upToDate')}</span>
    ) : (
      text(stable.version, true)
    )
  return (
    <span className={classes.newer}>
      <span role="img" aria-label={t('available')} title={t('available')}>
        <IconArrowUp size={14} stroke={2} />
      </span>
      {text(stable.version, true)}
    </span>
  )
}

/** Progress of the last update. */
function Update({ device: { update } }: { device: FirmwareDevice }) {
  if (!update) return <span className={classes.quiet}>—</span>
  return (
    <span className={classes.update} title={update.message}>
      <StateMark state={update.state} />
      <span className={cells.cut}>{update.message}</span>
    </span>
  )
}

function PhoneDevice({ device }: { device: FirmwareDevice }) {
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <Name device={device} />
        <span className={cells.second}>
          {device.update && device.update.state !== 'done' ? (
            device.update.message
          ) : (
            <>
              {device.firmware ?? '—'}
              {device.firmware_outdated && device.stable?.version ? ` → ${device.stable.version}` : null}
            </>
          )}
        </span>
      </div>
      <FirmwareMenu device={device} />
    </div>
  )
}
