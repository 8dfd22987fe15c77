import { listCompanyTree } from '@longreach/contract/companies/endpoints'
import type { Health, TreeCompany } from '@longreach/contract/companies/schemas'
import { deviceStatistics } from '@longreach/contract/devices/endpoints'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const pageSize = 100
const treeKey = ['companies', 'tree'] as const

interface Page {
  nodes: TreeCompany[]
  total: number
}

async function load(query: Record<string, unknown>, signal: AbortSignal): Promise<Page> {
  const { data, meta } = await call(listCompanyTree, { query: { limit: pageSize, ...query } as never }, signal)
  return { nodes: data as TreeCompany[], total: Number(meta.total) }
}

/** Children of a company, or the top of the tree, a hundred at a time. */
export function childrenQuery(parent: number | null) {
  return infiniteQueryOptions({
    queryKey: [...treeKey, parent],
    queryFn: ({ pageParam, signal }) =>
      load({ offset: pageParam, ...(parent === null ? {} : { parent_id: String(parent) }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { nodes }) => sum + nodes.length, 0)
      return loaded < total ? loaded : undefined
    },
  })
}

export function treeSearchQuery(q: string) {
  return queryOptions({
    queryKey: [...treeKey, 'search', q],
    queryFn: ({ signal }) => load({ q }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}

/** A company from the tree on the screen. */
export function findNode(client: QueryClient, id: number): TreeCompany | undefined {
  for (const [, data] of client.getQueriesData<Page | { pages: Page[] }>({ queryKey: treeKey })) {
    for (const { nodes } of data === undefined ? [] : 'pages' in data ? data.pages : [data]) {
      const node = nodes.find((one) => one.id === id)
      if (node) return node
    }
  }
  return undefined
}

/** Health of all devices that the user sees. */
export const wholeHealthQuery = queryOptions({
  queryKey: ['companies', 'health'],
  queryFn: async ({ signal }): Promise<Health> => {
    const { data } = await call(deviceStatistics, { query: { charts: 'status' } }, signal)
    const counts = data.status ?? {}
    const devices = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { devices, online: counts.online ?? 0, offline: counts.offline ?? 0 }
  },
  staleTime: 10_000,
})
