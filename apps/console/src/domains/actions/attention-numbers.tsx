import './texts.ts'
import { listActions } from '@longreach/contract/actions/read-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import type { Search } from '../../api/search.ts'
import { AttentionLink } from '../devices/public/attention-link.tsx'
import { lastDay } from './last-day.ts'

/** Actions in reach that match a filter of their list. */
function useCount(name: 'running' | 'failed', filter: () => Search, limits: Search): number {
  const { data = 0 } = useQuery({
    queryKey: ['actions', 'count', name, limits],
    queryFn: async ({ signal }) =>
      (await call(listActions, { query: { ...filter(), ...limits, limit: 0 } as never }, signal)).meta.total ?? 0,
    refetchInterval: 30_000,
  })
  return data
}

/** Actions that run, and those that failed within a day, beside the devices that need attention. */
export function AttentionNumbers({ limits: { company_id, ...context } }: { limits: Search }) {
  const { t } = useTranslation('actions')
  const limits: Search = company_id === undefined ? context : { only: company_id }
  const running = useCount('running', () => ({ stage: 'running' }), limits)
  const failed = useCount('failed', () => ({ state: 'failed', ...lastDay.ask() }), limits)
  const to = '/management/actions'
  return (
    <>
      {failed > 0 ? (
        <AttentionLink
          to={to}
          search={{ ...limits, state: 'failed', created: lastDay.value }}
          count={failed}
          label={t('attention.failed', { count: failed })}
          hint={t('attention.lastDay')}
        />
      ) : null}
      {running > 0 ? (
        <AttentionLink
          to={to}
          search={{ ...limits, stage: 'running' }}
          count={running}
          label={t('attention.running', { count: running })}
          hint={t('attention.now')}
        />
      ) : null}
    </>
  )
}
