import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { storageQuery, storeValue, useStored } from '../api/user-storage.ts'
import { windowsClient } from './client.ts'

/** The name under which they are kept for the user. */
const key = 'silenced'

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []

async function read(client: QueryClient): Promise<string[]> {
  // Not to be read, every question is asked.
  const items = await client.ensureQueryData(storageQuery).catch(() => ({}))
  return namesIn((items as Record<string, unknown>)[key])
}

/** Whether the user does not want to be asked this again. */
export async function isSilenced(name: string): Promise<boolean> {
  const client = windowsClient.get()
  return client !== undefined && (await read(client)).includes(name)
}

/** Asks this no more. */
export async function silence(client: QueryClient, name: string): Promise<void> {
  const names = [...new Set([...(await read(client)), name])]
  // Not to be stored, it holds until the page is left.
  await storeValue(client, key, names).catch(() => undefined)
}

/** The questions that are asked no more, and how to be asked them again: one, or all. */
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
