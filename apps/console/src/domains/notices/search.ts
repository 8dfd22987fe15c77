import './texts.ts'
import { IconPlus } from '@tabler/icons-react'
import type { SearchCommand } from '../../registry/domain.ts'
import { openNotice } from './open-windows.tsx'

export const commands: readonly SearchCommand[] = [
  { key: 'add-notice', label: 'notices:add', icon: IconPlus, permission: 'create_notice', run: () => openNotice(null) },
]
