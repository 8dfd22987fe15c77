import type { QueryClient } from '@tanstack/react-query'
import { deviceQuery } from '../devices/public/device-query.ts'
import { dashboardQuery, dashboardsQuery, pastQuery, valuesQuery } from './queries.ts'

/** Milliseconds for which pending requests may delay the first paint. */
const patience = 300

/**
 * Puts the responses to index.html's requests for a dashboard into the cache, so that it is drawn once. Never rejects.
 */
export async function loadFirstBoard(client: QueryClient): Promise<void> {
  const [, kind, device, dashboard] = /^\/(devices?)\/(\d+)\/dashboards?\/(\d+)$/.exec(location.pathname) ?? []
  const id = Number(device)
  const params = { id, dashboard_id: Number(dashboard) }
  const board = async () => {
    await client.prefetchQuery(dashboardQuery(params))
    const version = client.getQueryData(dashboardQuery(params).queryKey)?.version
    if (version === undefined) return
    await Promise.all([
      client.prefetchQuery(valuesQuery(params, version)),
      client.prefetchQuery(pastQuery(params, version)),
    ])
  }
  const frame =
    kind === 'devices' ? [client.prefetchQuery(deviceQuery(id)), client.prefetchQuery(dashboardsQuery(id))] : []
  const patienceOver = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([Promise.all([board(), ...frame]), patienceOver])
}
