import type { QueryClient } from '@tanstack/react-query'
import { apiBase } from '../../api/call.ts'
import { isEarly } from '../../api/early.ts'
import { sourceOf } from '../../tables/list-source.ts'
import { readListState } from '../../tables/list-state.ts'
import { rulesOf } from '../../tables/use-list.ts'
import { loadFirstPage } from '../../tables/use-row-pages.ts'
import { firstPagePath } from './first-page.ts'
import { deviceRules, devicesSpec } from './list-filters.ts'

/** Milliseconds for which loading rows delay the first paint. */
const patience = 150

/** Puts the rows that index.html requested into the cache; ends without them if they take long. Never rejects. */
export async function loadFirstRows(client: QueryClient): Promise<void> {
  if (!isEarly(apiBase + firstPagePath)) return
  const patienceOver = new Promise<void>((resolve) => setTimeout(resolve, patience))
  const rules = rulesOf(devicesSpec, deviceRules)
  const source = sourceOf(devicesSpec, readListState({}, rules), rules)
  await Promise.race([loadFirstPage(client, source), patienceOver])
}
