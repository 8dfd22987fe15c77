import { listCompanies } from '@longreach/contract/companies/endpoints'
import { listDevices } from '@longreach/contract/devices/endpoints'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import type { Ref } from '@longreach/contract/ids'
import { listRemoteAccess } from '@longreach/contract/remote/endpoints'
import { listRoles } from '@longreach/contract/roles/endpoints'
import { listTags } from '@longreach/contract/tags/endpoints'
import { listUsers } from '@longreach/contract/users/endpoints'
import { call } from '../api/call.ts'

/** Where the rows of a picker come from, and by what they are called. */
const sources: Partial<Record<Ref, readonly [AnyEndpoint, name: string, also?: string]>> = {
  company: [listCompanies, 'name'],
  device: [listDevices, 'name', 'model'],
  remote_access: [listRemoteAccess, 'name'],
  role: [listRoles, 'title'],
  tag: [listTags, 'name'],
  user: [listUsers, 'username'],
}

/** Spec §7: at most a hundred, with the fields that are shown and no others. A 401 is tried once more by the call. */
export async function loadChoices(
  ref: Ref | undefined,
  query: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ id: number; name: string }[]> {
  const source = ref && sources[ref]
  if (!source) throw new Error(`Nothing to choose from for ${ref}`)
  const [endpoint, name, also] = source
  const wish = { limit: 100, sort: name, fields: ['id', name, ...(also ? [also] : [])].join(), ...query }
  const { data } = await call(endpoint, { query: wish as never }, signal)
  const nameOf = (row: Record<string, unknown>) =>
    also && row[also] ? `${String(row[name])} · ${String(row[also])}` : String(row[name])
  return (data as Record<string, unknown>[]).map((row) => ({ id: Number(row.id), name: nameOf(row) }))
}
