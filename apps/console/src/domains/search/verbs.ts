import type { PermissionName } from '@longreach/contract/permissions'
import { only } from '../../tables/choice.ts'
import { beginAction } from '../actions/begin.tsx'
import { openConnect, openShellWindow } from '../remote/open-windows.tsx'
import { mainTarget } from '../remote/target.ts'

interface Device {
  id: number
  name: string
}

export interface Verb {
  key: 'shell' | 'web' | 'reboot'
  permission: PermissionName
  /** `duration` is what a session lasts unless told otherwise, in seconds. */
  run: (device: Device, duration: number) => void
}

/** What can be done from the search with a device it found. */
export const verbs: readonly Verb[] = [
  {
    key: 'shell',
    permission: 'connect_device_remote_access',
    run: (device, duration) => openShellWindow(mainTarget(device, 'cli'), { duration }),
  },
  {
    key: 'web',
    permission: 'connect_device_remote_access',
    run: (device) => openConnect(mainTarget(device, 'webui')),
  },
  {
    key: 'reboot',
    permission: 'execute_device_actions',
    run: ({ id, name }) => void beginAction('reboot', only(id, name)),
  },
]

/** `shell oslo` is the verb and whom it is about; anything else is only looked for. */
export function parseWish(text: string): { verb: Verb['key'] | null; q: string } {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  const verb = verbs.find(({ key }) => key === first.toLowerCase())
  return verb && rest.length > 0 ? { verb: verb.key, q: rest.join(' ') } : { verb: null, q: text.trim() }
}
