import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { storageQuery, storeValue, useStored } from '../api/user-storage.ts'
import { windowsClient } from './client.ts'

/** Storage key of the disabled questions. */
const key = 'silenced'

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []

async function read(client: QueryClient): Promise<string[]> {
  // If they cannot be loaded, every question is asked.
  const items = await client.ensureQueryData(storageQuery).catch(() => ({}))
  return namesIn((items as Record<string, unknown>)[key])
}

export async function isSilenced(name: string): Promise<boolean> {
  const client = windowsClient.get()
  return client !== undefined && (await read(client)).includes(name)
}

export async function silence(client: QueryClient, name: string): Promise<void> {
  const names = [...new Set([...(await read(client)), name])]
  // If it cannot be stored, it applies until the page is left.
  await storeValue(client, key, names).catch(() => undefined)
}

/** The questions that are turned off, and a function that turns one or all on again. */
export function useReminders(): { silenced: readonly string[]; reset: (name?: string) => void } {
  const client = useQueryClient()
  const [value] = useStored(key)
  const silenced = namesIn(value)
  const reset = (name?: string) =>
    void storeValue(client, key, name === undefined ? [] : silenced.filter((other) => other !== name)).catch(
      () => undefined,
    )
  return { silenced, reset }
}
