import type { QueryClient } from '@tanstack/react-query'
import { apiBase } from '../../api/call.ts'
import { isEarly } from '../../api/early.ts'
import { readListState } from '../../tables/list-state.ts'
import { sourceOf } from '../../tables/row-source.ts'
import { loadFirstPage } from '../../tables/use-row-pages.ts'
import { rulesOf } from '../../tables/use-table.ts'
import { deviceTable } from './devices-list.tsx'
import { firstPagePath } from './first-page.ts'
import { deviceRules } from './list-filters.ts'

/** Milliseconds for which loading rows delay the first paint. */
const patience = 150

/** Puts the rows that index.html requested into the cache; ends without them if they take long. Never rejects. */
export async function loadFirstRows(client: QueryClient): Promise<void> {
  if (!isEarly(apiBase + firstPagePath)) return
  const patienceOver = new Promise<void>((resolve) => setTimeout(resolve, patience))
  const rules = rulesOf(deviceTable, deviceRules)
  const source = sourceOf(deviceTable, readListState({}, rules), rules)
  await Promise.race([loadFirstPage(client, source), patienceOver])
}
