import './texts.ts'
import { actionStages, targetStates } from '@longreach/contract/actions/constants'
import { actionKindNames } from '@longreach/contract/actions/kinds'
import { listActions } from '@longreach/contract/actions/read-endpoints'
import type { Action } from '@longreach/contract/actions/schemas'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { createdField, type FilterField, optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatCount } from '../../ui/format.ts'
import { deviceField } from '../devices/public/device-field.ts'
import { userField } from '../users/public/user-field.ts'
import classes from './actions-list.module.css'
import { CancelButton } from './cancel-button.tsx'
import { kindTitle } from './kind-title.ts'
import { lastDay } from './last-day.ts'
import { ProgressLine } from './progress-line.tsx'
import { openActionTab } from './public/open-tabs.ts'

const refreshEvery = 4000

export const actionTable = defineTable({
  name: 'actions',
  list: listActions,
  texts: 'actions',
  refreshEvery,
  defaultSort: '-created_at',
  nameOf: (row) => kindTitle(row.kind),
  phoneRow: (row) => <PhoneAction row={row} />,
  columns: (t) => [
    { id: 'action', label: t('columns.action'), width: 240, pinned: true, cell: (row) => <ActionName row={row} /> },
    { id: 'devices', label: t('columns.devices'), width: 140, cell: (row) => <Devices row={row} /> },
    {
      id: 'result',
      label: t('columns.result'),
      width: 220,
      cell: (row) => <ProgressLine counts={row.counts} total={row.total} inline />,
    },
    {
      id: 'user',
      label: t('columns.user'),
      width: 170,
      cell: (row) => <span className={cells.cut}>{row.username ?? '—'}</span>,
    },
    {
      id: 'started',
      label: t('columns.started'),
      width: 160,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'ended', label: t('columns.ended'), width: 160, cell: (row) => <Ago time={row.finished_at} none="—" /> },
    { id: 'actions', end: true, label: t('columns.cancel'), width: 64, cell: (row) => <CancelButton action={row} /> },
  ],
  filters: (t, { can }) => [
    optionField('stage', t('columns.stage'), actionStages, (stage) => t(`stages.${stage}`), { quick: true }),
    optionField('kind', t('columns.action'), actionKindNames, kindTitle),
    optionField('state', t('columns.result'), targetStates, (state) => t(`states.${state}`)),
    positive(deviceField(t('columns.device'))),
    ...(can('view_users') ? [positive(userField(t('columns.user')))] : []),
    startedField(t('columns.started'), t('lastDay')),
  ],
})

/** Filter for the start: days, or the last 24 hours. */
function startedField(label: string, recent: string): FilterField<'created'> {
  const days = createdField(label)
  return {
    ...days,
    values: [lastDay.value],
    options: [{ value: lastDay.value, label: recent }],
    ask: (value) => (value === lastDay.value ? lastDay.ask() : (days.ask?.(value) ?? {})),
  }
}

/** Without 'is not': it would match an action by any of its other devices. */
function positive<Field extends FilterField>({ not: _, ...field }: Field) {
  return field
}

function ActionName({ row }: { row: Action }) {
  return (
    <button
      type="button"
      className={`${cells.name} ${classes.name}`}
      title={row.command ?? undefined}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        openActionTab(row)
      }}
    >
      <span>{kindTitle(row.kind)}</span>
      {row.command === null ? null : <code>{row.command}</code>}
    </button>
  )
}

function Devices({ row }: { row: Action }) {
  const { t } = useTranslation('actions')
  if (row.device_id === null || row.device_name === null)
    return t('list.devices', { count: row.total, formatted: formatCount(row.total) })
  return (
    <Link
      to="/devices/$id/activity"
      params={{ id: String(row.device_id) }}
      className={cells.link}
      title={row.device_name}
      tabIndex={-1}
    >
      {row.device_name}
    </Link>
  )
}

function PhoneAction({ row }: { row: Action }) {
  const { t } = useTranslation('actions')
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <ActionName row={row} />
        <span className={cells.second}>
          {row.device_name ?? t('list.devices', { count: row.total, formatted: formatCount(row.total) })}
          {' · '}
          <Ago time={row.created_at} />
        </span>
      </div>
      <ProgressLine counts={row.counts} total={row.total} short />
      <CancelButton action={row} />
    </div>
  )
}
