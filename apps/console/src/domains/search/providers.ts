import { listCompanies } from '@longreach/contract/companies/endpoints'
import { listDevices } from '@longreach/contract/devices/endpoints'
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
/** Only what is shown: the answer comes while one types. */
const query = (q: string, ...fields: string[]) => ({ query: { q, limit: groupSize, fields: ['id', ...fields].join() } })

/** What can be searched, in the order it is shown. A new domain adds its own here. */
export const providers: readonly Provider[] = [
  {
    key: 'devices',
    icon: IconRouter,
    permission: 'view_devices',
    table: '/management/devices',
    async find(q, signal) {
      const { data, meta } = await call(listDevices, query(q, 'name', 'model', 'serial', 'company_name'), signal)
      const items = data.map(({ id = 0, name = '', model, serial, company_name }) => ({
        id,
        title: name,
        detail: joined(model, serial, company_name),
        to: `/devices/${id}`,
      }))
      return { items, total: meta.total ?? items.length }
    },
  },
  {
    key: 'companies',
    icon: IconBuilding,
    permission: 'view_companies',
    table: '/companies',
    async find(q, signal) {
      const { data, meta } = await call(listCompanies, query(q, 'name', 'parent_name'), signal)
      const items = data.map(({ id = 0, name = '', parent_name }) => ({
        id,
        title: name,
        detail: joined(parent_name),
        to: `/companies/${id}`,
      }))
      return { items, total: meta.total ?? items.length }
    },
  },
  {
    key: 'remote',
    icon: IconWorldShare,
    permission: 'view_device_remote_access',
    table: '/remote/access',
    async find(q, signal) {
      const { data, meta } = await call(listRemoteAccess, query(q, 'name', 'protocol', 'device_name'), signal)
      const items = data.map(({ id = 0, name = '', protocol, device_name }) => ({
        id,
        title: name,
        detail: joined(protocol, device_name),
        to: `/remote/access/${id}`,
      }))
      return { items, total: meta.total ?? items.length }
    },
  },
  {
    key: 'tags',
    icon: IconTag,
    permission: 'view_tags',
    table: '/tags',
    async find(q, signal) {
      const { data, meta } = await call(listTags, query(q, 'name', 'company_name'), signal)
      const items = data.map(({ id = 0, name = '', company_name }) => ({
        id,
        title: name,
        detail: joined(company_name),
        to: `/tag/${id}`,
      }))
      return { items, total: meta.total ?? items.length }
    },
  },
  {
    key: 'users',
    icon: IconUser,
    permission: 'view_users',
    table: '/users',
    async find(q, signal) {
      const { data, meta } = await call(listUsers, query(q, 'username', 'email', 'role_title', 'company_name'), signal)
      const items = data.map(({ id = 0, username = '', email, role_title, company_name }) => ({
        id,
        title: username,
        detail: joined(email === username ? null : email, role_title, company_name),
        to: filtered('/users', username),
      }))
      return { items, total: meta.total ?? items.length }
    },
  },
]

export const tableOf = ({ table }: Provider, q: string) => filtered(table, q)
