import {
  createStoredItem,
  deleteStoredItem,
  listStorage,
  updateStoredItem,
} from '@longreach/contract/storage/endpoints'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { readStored, writeStored } from './browser-storage.ts'
import { call } from './call.ts'
import { ApiError } from './error.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Items = Readonly<Record<string, unknown>>

/** The user's stored items; failures to load them are silent (spec §8). */
export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }): Promise<Items> => {
    const { data } = await call(listStorage, { query: { limit: 100 } }, signal)
    return Object.fromEntries(data.data.map(({ key, value }) => [key, value]))
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Milliseconds without changes before a value is sent, so that dragging the edge of a column sends one change. */
const settle = 500
const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** Keys that the server has, as far as this page knows. */
const known = new Set<string>()

async function send(key: string, value: unknown): Promise<void> {
  const params = { key }
  if (value === null) {
    if (known.has(key)) await call(deleteStoredItem, { params })
    known.delete(key)
    return
  }
  const update = () => call(updateStoredItem, { params, body: { value: value as Json } })
  const create = () => call(createStoredItem, { body: { key, value: value as Json } })
  // For a conflict with another tab or browser that has just created or removed the item.
  const unless = (status: number, instead: () => Promise<unknown>) => (error: unknown) => {
    if (error instanceof ApiError && error.status === status) return instead()
    throw error
  }
  if (known.has(key)) await update().catch(unless(404, create))
  else await create().catch(unless(409, update))
  known.add(key)
}

function sendSoon(client: QueryClient, key: string, value: unknown): void {
  clearTimeout(timers.get(key))
  const before = client.getQueryData(storageQuery.queryKey)
  if (before && key in before) known.add(key)
  // If it cannot be sent, it stays in this browser, and the next change tries again.
  timers.set(
    key,
    setTimeout(() => void send(key, value).catch(() => undefined), settle),
  )
}

/** Sends a value immediately, for a page that is about to be unloaded. Null removes it. */
export async function storeValue(client: QueryClient, key: string, value: unknown): Promise<void> {
  clearTimeout(timers.get(key))
  const items = await client.ensureQueryData(storageQuery).catch(() => ({}) as Items)
  if (key in items) known.add(key)
  client.setQueryData<Items>(storageQuery.queryKey, (now) => {
    const { [key]: _, ...others } = now ?? {}
    return value === null ? others : { ...others, [key]: value }
  })
  await send(key, value)
}

const localValue = (key: string): unknown => readStored('local', `stored.${key}`, null)

/** The current stored value, for code outside rendering. */
export function storedValue(client: QueryClient, key: string): unknown {
  const items = client.getQueryData(storageQuery.queryKey)
  return items && key in items ? items[key] : localValue(key)
}

/** A value that follows the user from browser to browser; the copy in this browser is available immediately. */
export function useStored(key: string): [unknown, (value: unknown) => void] {
  const client = useQueryClient()
  const { data } = useQuery(storageQuery)
  const [local, setLocal] = useState<unknown>(() => localValue(key))
  const store = useCallback(
    (value: unknown) => {
      writeStored('local', `stored.${key}`, value)
      setLocal(value)
      sendSoon(client, key, value)
      client.setQueryData<Items>(storageQuery.queryKey, (items) => (items ? { ...items, [key]: value } : items))
    },
    [client, key],
  )
  return [data && key in data ? data[key] : local, store]
}
