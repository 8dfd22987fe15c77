import './access-texts.ts'
import { IconKey, IconMail, IconPassword } from '@tabler/icons-react'
import type { SearchCommand } from '../../registry/domain.ts'
import { openChangeEmail, openChangePassword, openNewToken } from './open-windows.tsx'

export const commands: readonly SearchCommand[] = [
  { key: 'change-password', label: 'access:password.change', icon: IconKey, own: true, run: openChangePassword },
  { key: 'change-email', label: 'access:email.change', icon: IconMail, own: true, run: openChangeEmail },
  { key: 'new-token', label: 'access:new.title', icon: IconPassword, own: true, run: openNewToken },
]
