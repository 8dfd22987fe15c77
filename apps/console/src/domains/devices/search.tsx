import './texts.ts'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { IconPlus, IconRouter } from '@tabler/icons-react'
import type { SearchCommand } from '../../registry/domain.ts'
import { joined, searchProvider } from '../../registry/search-provider.ts'
import { openAddDevice } from './open-windows.tsx'
import { statusOf } from './public/status.ts'
import { StatusMark } from './status-mark.tsx'

export const providers = [
  searchProvider(listDevices, {
    key: 'devices',
    label: 'devices:menu.devices',
    icon: IconRouter,
    permission: 'view_devices',
    table: '/management/devices',
    in: ['serial', 'mac', 'imei'],
    fields: ['model', 'serial', 'company_name'],
    present: ({ id, name = '', status, model, serial, company_name }) => ({
      title: name,
      detail: joined(model, serial, company_name),
      mark: <StatusMark status={statusOf(status ?? null)} />,
      to: `/devices/${id}`,
    }),
  }),
]

export const commands: readonly SearchCommand[] = [
  { key: 'add-device', label: 'devices:add', icon: IconPlus, permission: 'create_devices', run: () => openAddDevice() },
]
