import type { QueryClient } from '@tanstack/react-query'
import { apiBase } from '../../../api/call.ts'
import { isEarly } from '../../../api/early.ts'
import { storageQuery } from '../../../api/user-storage.ts'
import { readListState } from '../../../tables/list-state.ts'
import { sourceOf } from '../../../tables/row-source.ts'
import { loadFirstPage } from '../../../tables/use-row-pages.ts'
import { rulesOf } from '../../../tables/use-table.ts'
import { statisticsQuery } from '../queries.ts'
import { deviceTable } from './devices-list.tsx'
import { deviceRules } from './filters.ts'
import { firstPagePath } from './first-page.ts'

/** Milliseconds for which pending requests may delay the first paint. */
const patience = 150

/**
 * Puts the responses to index.html's requests into the cache, so that all is drawn once; returns if they take long.
 * Never rejects.
 */
export async function loadFirstRows(client: QueryClient): Promise<void> {
  if (!isEarly(apiBase + firstPagePath)) return
  // The strip is drawn right after the page.
  void import('./attention-strip.tsx').catch(() => undefined)
  const patienceOver = new Promise<void>((resolve) => setTimeout(resolve, patience))
  const rules = rulesOf(deviceTable, deviceRules)
  const source = sourceOf(deviceTable, readListState({}, rules), rules)
  const everything = Promise.all([
    loadFirstPage(client, source),
    client.prefetchQuery(statisticsQuery('overview', {})),
    client.prefetchQuery(storageQuery),
  ])
  await Promise.race([everything, patienceOver])
}
