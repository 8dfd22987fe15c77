import './texts.ts'
import type { SearchVerb } from '../../registry/domain.ts'
import { only } from '../../tables/choice.ts'
import { beginAction } from './begin.tsx'

export const verbs: readonly SearchVerb[] = [
  {
    key: 'reboot',
    of: 'devices',
    label: 'actions:verbs.reboot',
    permission: 'execute_device_actions',
    run: ({ id, name }) => void beginAction('reboot', only(id, name)),
  },
]
