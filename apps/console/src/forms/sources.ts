import type { Ref } from '@longreach/contract/names'
import { call } from '../api/call.ts'
import { registeredDomains } from '../registry/registered.ts'

/** Rows to select from: at most a hundred, with only the shown fields (spec §7). The call repeats a 401 once. */
export async function loadChoices(
  ref: Ref | undefined,
  query: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ id: number; name: string }[]> {
  const load = ref && registeredDomains().find(({ pickers }) => pickers?.[ref])?.pickers?.[ref]
  if (!load) throw new Error(`Nothing to choose from for ${ref}`)
  const { list, name, also = [], repeats, filter } = (await load()).picker
  const fields = ['id', name, ...also].join()
  const { data } = await call(list, { query: { limit: 100, sort: name, fields, ...filter, ...query } as never }, signal)
  const nameOf = (row: Record<string, unknown>) =>
    [
      ...new Set([
        row[name],
        ...also.map((field) => row[field]).filter((value) => value && !repeats?.test(String(value))),
      ]),
    ].join(' · ')
  return (data as Record<string, unknown>[]).map((row) => ({ id: Number(row.id), name: nameOf(row) }))
}
