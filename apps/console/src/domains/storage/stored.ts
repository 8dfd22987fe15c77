import {
  createStoredItem,
  deleteStoredItem,
  listStorage,
  updateStoredItem,
} from '@longreach/contract/storage/endpoints'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'

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

async function send(key: string, value: unknown): Promise<void> {
  const params = { key }
  if (value === null) {
    if (known.has(key)) await call(deleteStoredItem, { params })
    known.delete(key)
    return
  }
  const update = () => call(updateStoredItem, { params, body: { value: value as Json } })
  if (known.has(key)) await update()
  else {
    await call(createStoredItem, { body: { key, value: value as Json } }).catch((error: unknown) => {
      // Another tab or browser was first.
      if (error instanceof ApiError && error.status === 409 && error.source === 'key') return update()
      throw error
    })
  }
  known.add(key)
}

function sendSoon(client: QueryClient, key: string, value: unknown): void {
  clearTimeout(timers.get(key))
  const before = client.getQueryData(storageQuery.queryKey)
  if (before && key in before) known.add(key)
  // It stays in this browser when it cannot be sent; the next change tries again.
  timers.set(
    key,
    setTimeout(() => void send(key, value).catch(() => undefined), settle),
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
