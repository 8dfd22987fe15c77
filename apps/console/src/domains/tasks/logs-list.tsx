import './texts.ts'
import { groupLogStates } from '@longreach/contract/tasks/constants'
import { listGroupLogs, listTaskGroups } from '@longreach/contract/tasks/endpoints'
import type { GroupLog } from '@longreach/contract/tasks/schemas'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import cells from '../../tables/cells.module.css'
import { createdField, type FilterField, idField, optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { StateMark } from '../actions/public/state-mark.ts'
import { deviceField } from '../devices/public/device-field.ts'
import classes from './logs.module.css'
import { NameButton } from './name-button.tsx'
import { openLog } from './open-windows.tsx'

const refreshEvery = 4000

export const logTable = defineTable({
  name: 'taskLogs',
  list: listGroupLogs,
  texts: 'tasks',
  refreshEvery,
  defaultSort: '-created_at',
  nameOf: (row) => `${row.name} · ${row.device_name}`,
  phoneRow: (row) => <PhoneLog row={row} />,
  columns: (t) => [
    {
      id: 'group',
      label: t('logs.columns.group'),
      width: 220,
      pinned: true,
      cell: (row) => <NameButton name={row.name} onOpen={() => openLog(row)} />,
    },
    { id: 'device', label: t('logs.columns.device'), width: 180, cell: (row) => <Device row={row} /> },
    { id: 'status', label: t('logs.columns.status'), width: 130, cell: (row) => <Status row={row} /> },
    {
      id: 'result',
      label: t('logs.columns.result'),
      width: 300,
      cell: (row) => (
        <span className={cells.cut} title={row.message}>
          {row.message}
        </span>
      ),
    },
    {
      id: 'user',
      label: t('logs.columns.user'),
      width: 170,
      cell: (row) => <span className={cells.cut}>{row.username ?? '—'}</span>,
    },
    {
      id: 'started',
      label: t('logs.columns.started'),
      width: 160,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'ended', label: t('logs.columns.ended'), width: 160, cell: (row) => <Ago time={row.finished_at} none="—" /> },
  ],
  filters: (t) => [
    optionField('status', t('logs.columns.status'), groupLogStates, (status) => t(`logs.status.${status}`), {
      quick: true,
      many: true,
    }),
    positive(deviceField(t('logs.columns.device'))),
    positive(groupField(t('logs.columns.group'))),
    createdField(t('logs.columns.started')),
  ],
})

/** Without 'is not', which the list does not have. */
function positive<Field extends FilterField>({ not: _, ...field }: Field) {
  return field
}

const groupChoicesQuery = (query: { q?: string; id?: string }) =>
  queryOptions({
    queryKey: ['tasks', 'choices', query],
    queryFn: async ({ signal }) =>
      (await call(listTaskGroups, { query: { limit: 100, sort: 'name', ...query } as never }, signal)).data,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

function useOptions(typed: string) {
  const { data } = useQuery(groupChoicesQuery(typed === '' ? {} : { q: typed }))
  return data?.map(({ id, name }) => ({ value: String(id), label: name }))
}

function useNames(id: string) {
  const { data } = useQuery(groupChoicesQuery({ id }))
  return (one: string) => data?.find((group) => String(group.id) === one)?.name ?? `#${one}`
}

const groupField = (label: string): FilterField<'group_id'> => idField('group_id', label, { useOptions, useNames })

function Device({ row }: { row: GroupLog }) {
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

function Status({ row }: { row: GroupLog }) {
  const { t } = useTranslation('tasks')
  return (
    <span className={classes.status}>
      <StateMark state={row.state} />
      {t(`logs.status.${row.status}`)}
    </span>
  )
}

function PhoneLog({ row }: { row: GroupLog }) {
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <span className={cells.name}>{row.name}</span>
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
