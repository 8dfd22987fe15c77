import './texts.ts'
import { IconPlus } from '@tabler/icons-react'
import type { SearchCommand } from '../../registry/domain.ts'
import { openAddAlert } from './open-windows.tsx'

export const commands: readonly SearchCommand[] = [
  {
    key: 'add-alert',
    label: 'alerts:add',
    icon: IconPlus,
    permission: 'create_device_alert_configurations',
    run: () => openAddAlert(null),
  },
]
