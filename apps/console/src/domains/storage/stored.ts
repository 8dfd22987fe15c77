import {
  createStoredItem,
  deleteStoredItem,
  listStorage,
  updateStoredItem,
} from '@longreach/contract/storage/endpoints'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '../../api/call.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Items = Readonly<Record<string, unknown>>

/** The user's stored items; a failure to read them is silent (spec §8). */
const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }): Promise<Items> => {
    const { data } = await call(listStorage, { query: { limit: 100 } }, signal)
    return Object.fromEntries(data.data.map(({ key, value }) => [key, value]))
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Half a second of quiet before a value is sent: dragging a column's edge is one change. */
const settle = 500
const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** Keys the server has, as far as this page knows. */
const known = new Set<string>()

function sendSoon(client: QueryClient, key: string, value: unknown): void {
  clearTimeout(timers.get(key))
  const before = client.getQueryData(storageQuery.queryKey)
  if (before && key in before) known.add(key)
  timers.set(
    key,
    setTimeout(() => {
      const params = { key }
      const sent = known.has(key)
        ? value === null
          ? call(deleteStoredItem, { params })
          : call(updateStoredItem, { params, body: { value: value as Json } })
        : value === null
          ? Promise.resolve()
          : call(createStoredItem, { body: { key, value: value as Json } })
      // It stays in this browser either way; the next change tries again.
      sent.then(() => (value === null ? known.delete(key) : known.add(key))).catch(() => undefined)
    }, settle),
  )
}

function readLocal(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`stored.${key}`) ?? 'null')
  } catch {
    return null
  }
}

/** A value that follows the user from browser to browser; this browser's copy is there at once. */
export function useStored(key: string): [unknown, (value: unknown) => void] {
  const client = useQueryClient()
  const { data } = useQuery(storageQuery)
  const [local, setLocal] = useState(() => readLocal(key))
  const store = useCallback(
    (value: unknown) => {
      localStorage.setItem(`stored.${key}`, JSON.stringify(value))
      setLocal(value)
      sendSoon(client, key, value)
      client.setQueryData<Items>(storageQuery.queryKey, (items) => (items ? { ...items, [key]: value } : items))
    },
    [client, key],
  )
  return [data && key in data ? data[key] : local, store]
}
