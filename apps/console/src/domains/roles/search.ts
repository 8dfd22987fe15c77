import './texts.ts'
import { IconPlus } from '@tabler/icons-react'
import type { SearchCommand } from '../../registry/domain.ts'
import { openRole } from './public/open-windows.tsx'

export const commands: readonly SearchCommand[] = [
  { key: 'add-role', label: 'roles:add', icon: IconPlus, permission: 'create_roles', run: () => openRole(null) },
]
