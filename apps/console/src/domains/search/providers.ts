import { listCompanies } from '@longreach/contract/companies/endpoints'
import { listDevices } from '@longreach/contract/devices/endpoints'
import type { AnyEndpoint, ResponseOf } from '@longreach/contract/endpoint'
import type { PermissionName } from '@longreach/contract/permissions'
import { listRemoteAccess } from '@longreach/contract/remote/endpoints'
import { listTags } from '@longreach/contract/tags/endpoints'
import { listUsers } from '@longreach/contract/users/endpoints'
import { type Icon, IconBuilding, IconRouter, IconTag, IconUser, IconWorldShare } from '@tabler/icons-react'
import { call } from '../../api/call.ts'

/** Spec §9. */
export const groupSize = 10

export interface Found {
  id: number
  title: string
  /** What tells it from others of the same name. */
  detail: string
  /** Its page, or the table that shows it. */
  to: string
}

export interface Provider {
  key: 'devices' | 'companies' | 'remote' | 'tags' | 'users'
  icon: Icon
  permission: PermissionName
  /** The table, which takes `q`. */
  table: string
  find(q: string, signal: AbortSignal): Promise<{ items: Found[]; total: number }>
}

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
const filtered = (table: string, q: string) => `${table}?q=${encodeURIComponent(q)}`

/** Asked of every kind (spec §7); a list leaves out what it does not have. */
const common = {
  in: ['name', 'email'],
  fields: ['id', 'name', 'status', 'email', 'protocol', 'enabled', 'color'],
} as const

interface Kind<Row> extends Omit<Provider, 'find'> {
  /** Where else it is looked for. */
  in?: readonly string[]
  /** What else is shown: no more is asked for, since the answer comes while one types. */
  fields: readonly string[]
  present: (row: Row) => Omit<Found, 'id'>
}

/** A kind that is found by the `q` of its list. */
function provider<E extends AnyEndpoint>(
  list: E,
  { in: places = [], fields, present, ...kind }: Kind<ResponseOf<E> extends (infer Row)[] ? Row : never>,
): Provider {
  return {
    ...kind,
    async find(q, signal) {
      const query = {
        q,
        limit: groupSize,
        'search-fields': [...common.in, ...places].join(),
        fields: [...new Set([...common.fields, ...fields])].join(),
      }
      const { data, meta } = await call(list, { query } as never, signal)
      const items = (data as { id?: number }[]).map((row) => ({ id: row.id ?? 0, ...present(row as never) }))
      return { items, total: meta.total ?? items.length }
    },
  }
}

/** What can be searched, in the order it is shown. A new domain adds its own here. */
export const providers: readonly Provider[] = [
  provider(listDevices, {
    key: 'devices',
    icon: IconRouter,
    permission: 'view_devices',
    table: '/management/devices',
    in: ['serial', 'mac', 'imei'],
    fields: ['model', 'serial', 'company_name'],
    present: ({ id, name = '', model, serial, company_name }) => ({
      title: name,
      detail: joined(model, serial, company_name),
      to: `/devices/${id}`,
    }),
  }),
  provider(listCompanies, {
    key: 'companies',
    icon: IconBuilding,
    permission: 'view_companies',
    table: '/companies',
    fields: ['parent_name'],
    present: ({ id, name = '', parent_name }) => ({ title: name, detail: joined(parent_name), to: `/companies/${id}` }),
  }),
  provider(listRemoteAccess, {
    key: 'remote',
    icon: IconWorldShare,
    permission: 'view_device_remote_access',
    table: '/remote/access',
    in: ['device_name', 'destination_ip'],
    fields: ['device_name'],
    present: ({ id, name = '', protocol, device_name }) => ({
      title: name,
      detail: joined(protocol, device_name),
      to: `/remote/access/${id}`,
    }),
  }),
  provider(listTags, {
    key: 'tags',
    icon: IconTag,
    permission: 'view_tags',
    table: '/tags',
    fields: ['company_name'],
    present: ({ id, name = '', company_name }) => ({ title: name, detail: joined(company_name), to: `/tag/${id}` }),
  }),
  provider(listUsers, {
    key: 'users',
    icon: IconUser,
    permission: 'view_users',
    table: '/users',
    fields: ['username', 'role_title', 'company_name'],
    present: ({ username = '', email, role_title, company_name }) => ({
      title: username,
      detail: joined(email === username ? null : email, role_title, company_name),
      to: filtered('/users', username),
    }),
  }),
]

export const tableOf = ({ table }: Provider, q: string) => filtered(table, q)
