import { getAttemptReasons } from '@longreach/contract/statistics/endpoints'
import type { AttemptReason } from '@longreach/contract/statistics/schemas'
import { IconPlugConnected } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useContextQuery } from '../../api/context.ts'
import { type ListState, replaceFilter } from '../../tables/list-state.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { formatCount } from '../../ui/format.ts'
import { attemptTable } from './attempts-list.tsx'
import { periodOf } from './list-range.ts'
import classes from './statistics.module.css'

const noFilter = {}

/** `/statistics/connection-manager`: attempts of devices to connect, with the reason of each result. */
export function AttemptsTab() {
  const { t } = useTranslation('statistics')
  const navigate = useNavigate()
  return (
    <TablePage
      table={attemptTable}
      narrow={noFilter}
      title={t('attempts.title')}
      searchLabel={t('attempts.search')}
      onOpen={(row) => {
        if (row.device_id !== null)
          void navigate({ to: '/devices/$id/activity', params: { id: String(row.device_id) } })
      }}
      countText={(count, formatted) => t('attempts.total', { count, formatted })}
      above={(state, change) => <Reasons state={state} onChange={change} />}
      empty={{
        icon: <IconPlugConnected size={22} stroke={1.6} />,
        title: t('attempts.none.title'),
        text: t('attempts.none.text'),
      }}
      failed={t('failed')}
    />
  )
}

/** Number of attempts for each result; pressing one filters the list. */
function Reasons({ state, onChange }: { state: ListState; onChange: (state: ListState) => void }) {
  const { t } = useTranslation('statistics')
  const context = useContextQuery()
  const range = state.filters.find(({ name }) => name === 'range')?.value ?? ''
  const { data = [] } = useQuery({
    queryKey: ['statistics', getAttemptReasons.name, range, context],
    queryFn: async ({ signal }) =>
      (await call(getAttemptReasons, { query: { ...periodOf(state), ...context } as never }, signal)).data,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
  if (data.length === 0) return null
  const set = state.filters.find(({ name }) => name === 'code')
  const toggle = ({ code }: AttemptReason) =>
    onChange(
      replaceFilter(
        state,
        set,
        code === null || set?.value === String(code) ? null : { name: 'code', value: String(code), not: false },
      ),
    )
  return (
    <ul className={classes.reasons} aria-label={t('attempts.reasons')}>
      {data.map((row) => (
        <li key={`${row.code} ${row.accepted}`}>
          <button
            type="button"
            data-tone={row.accepted ? 'good' : 'bad'}
            aria-pressed={row.code !== null && set?.value === String(row.code)}
            onClick={() => toggle(row)}
          >
            <strong>{formatCount(row.attempts)}</strong>
            <span>{row.reason}</span>
            <small>{t('attempts.devices', { count: row.devices, formatted: formatCount(row.devices) })}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}
