import './texts.ts'
import { listRemoteAccess } from '@longreach/contract/remote/endpoints'
import { IconPlus, IconWorldShare } from '@tabler/icons-react'
import type { SearchCommand, SearchVerb } from '../../registry/domain.ts'
import { joined, searchProvider } from '../../registry/search-provider.ts'
import { openMain } from './open-main.ts'
import { openAddEntry } from './open-windows.tsx'

export const providers = [
  searchProvider(listRemoteAccess, {
    key: 'remote',
    label: 'remote:menu.remote',
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
]

export const verbs: readonly SearchVerb[] = [
  {
    key: 'shell',
    of: 'devices',
    label: 'remote:verbs.shell',
    permission: 'connect_device_remote_access',
    rowKey: 's',
    run: (device, client) => openMain(device, 'cli', client),
  },
  {
    key: 'web',
    of: 'devices',
    label: 'remote:verbs.web',
    permission: 'connect_device_remote_access',
    rowKey: 'w',
    run: (device, client) => openMain(device, 'webui', client),
  },
]

export const commands: readonly SearchCommand[] = [
  {
    key: 'add-entry',
    label: 'remote:command',
    icon: IconPlus,
    permission: 'create_device_remote_access',
    run: () => openAddEntry(),
  },
]
