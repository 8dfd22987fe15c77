import './texts.ts'
import { targetStates } from '@longreach/contract/actions/constants'
import { actionKindNames } from '@longreach/contract/actions/kinds'
import { actionSources } from '@longreach/contract/statistics/constants'
import { exportActionEntries, listActionEntries } from '@longreach/contract/statistics/endpoints'
import type { ActionEntry } from '@longreach/contract/statistics/schemas'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { type FilterField, optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatDuration } from '../../ui/format.ts'
import { kindTitle } from '../actions/public/kind-title.ts'
import { StateMark } from '../actions/public/state-mark.ts'
import { deviceField } from '../devices/public/device-field.ts'
import { periodField } from './list-range.ts'

export const actionEntryTable = defineTable({
  name: 'action-logs',
  list: listActionEntries,
  download: exportActionEntries,
  texts: 'statistics',
  defaultSort: '-created_at',
  nameOf: (row) => `${kindTitle(row.kind)} ${row.device_name}`,
  phoneRow: (row) => <PhoneEntry row={row} />,
  columns: (t) => [
    {
      id: 'title',
      csv: ['title', 'kind'],
      label: t('actions.columns.action'),
      width: 200,
      pinned: true,
      cell: (row) => <span className={cells.name}>{kindTitle(row.kind)}</span>,
    },
    {
      id: 'device',
      csv: ['device_name', 'device_serial'],
      label: t('actions.columns.device'),
      width: 200,
      cell: (row) => (
        <Link to="/devices/$id/activity" params={{ id: String(row.device_id) }} className={cells.link} tabIndex={-1}>
          {row.device_name}
        </Link>
      ),
    },
    {
      id: 'state',
      csv: ['state', 'success'],
      label: t('actions.result'),
      width: 128,
      cell: (row) => <StateMark state={row.state} />,
    },
    {
      id: 'reason',
      label: t('actions.columns.reason'),
      width: 300,
      cell: (row) => (
        <span className={cells.cut} title={row.reason}>
          {row.reason}
        </span>
      ),
    },
    {
      id: 'source',
      csv: ['source_alias', 'source_name'],
      label: t('actions.source'),
      width: 220,
      cell: (row) => <Source row={row} />,
    },
    {
      id: 'time',
      csv: ['created_at', 'finished_at'],
      label: t('actions.columns.time'),
      width: 168,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    {
      id: 'duration',
      label: t('actions.columns.duration'),
      width: 112,
      align: 'right',
      cell: (row) => (row.duration === null ? '—' : formatDuration(row.duration)),
    },
  ],
  filters: (t) => [
    periodField(t('range'), (name) => t(`ranges.${name}`)),
    optionField('state', t('actions.result'), targetStates, (state) => i18next.t(`actions:states.${state}`), {
      many: true,
    }),
    optionField('source_alias', t('actions.source'), actionSources, (source) => t(`actions.sources.${source}`)),
    optionField('kind', t('actions.columns.action'), actionKindNames, kindTitle),
    positive(deviceField(t('actions.columns.device'))),
  ],
})

/** The list has no 'is not'. */
function positive<Field extends FilterField>({ not: _, ...field }: Field) {
  return field
}

function Source({ row }: { row: ActionEntry }) {
  const { t } = useTranslation('statistics')
  const kind = t(`actions.sources.${row.source_alias}`)
  return (
    <span className={cells.cut} title={row.source_name ?? undefined}>
      {row.source_name === null ? kind : `${kind}: ${row.source_name}`}
    </span>
  )
}

function PhoneEntry({ row }: { row: ActionEntry }) {
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <span className={cells.name}>{kindTitle(row.kind)}</span>
        <span className={cells.second}>
          {row.device_name}
          {' · '}
          <Ago time={row.created_at} />
        </span>
      </div>
      <StateMark state={row.state} />
    </div>
  )
}
