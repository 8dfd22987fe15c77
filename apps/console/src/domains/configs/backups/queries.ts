import {
  getBackupRule,
  listBackupLog,
  listBackupRules,
  listBackupRuns,
} from '@longreach/contract/configs/backup-endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Milliseconds between refreshes of rules and their log. */
const refreshEvery = 4000

export const ruleQuery = (id: number) => ({
  queryKey: ['backup-rules', 'one', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(getBackupRule, { params: { id } }, signal)).data,
})

export const rulesQuery = (limit: number) =>
  queryOptions({
    queryKey: ['backup-rules', 'list', limit],
    queryFn: ({ signal }) => call(listBackupRules, { query: { limit } }, signal),
    refetchInterval: refreshEvery,
    placeholderData: keepPreviousData,
  })

export const runsQuery = (id: number) =>
  queryOptions({
    queryKey: ['backup-rules', 'runs', id],
    queryFn: async ({ signal }) => (await call(listBackupRuns, { params: { id } }, signal)).data,
    refetchInterval: refreshEvery,
  })

export const logQuery = (id: number, limit: number) =>
  queryOptions({
    queryKey: ['backup-rules', 'log', id, limit],
    queryFn: ({ signal }) => call(listBackupLog, { query: { rule_id: id, limit } }, signal),
    refetchInterval: refreshEvery,
    placeholderData: keepPreviousData,
  })
