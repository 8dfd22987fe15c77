import './texts.ts'
import {
  type ActionKind,
  type ActionKindName,
  actionKindNames,
  actionKinds,
  findActionKind,
  plainActions,
} from '@longreach/contract/actions/kinds'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import {
  type Icon,
  IconAdjustments,
  IconBolt,
  IconCloudDownload,
  IconCpu,
  IconFileDownload,
  IconKey,
  IconListCheck,
  IconPower,
  IconRefresh,
  IconTerminal2,
} from '@tabler/icons-react'
import i18next from 'i18next'
import { useUser } from '../../api/session.ts'
import type { SelectedRows } from '../../tables/selected-rows.ts'
import { kindTitle } from './kind-title.ts'
import { openPasswords, openRunCommand } from './public/open-windows.tsx'
import { startPlainAction } from './start.tsx'

/** A kind of action as menus and bars draw it. */
export interface ShownKind {
  name: ActionKindName
  kind: ActionKind
  icon: Icon
  /** With an ellipsis if a window asks for details. */
  label: string
}

const icons: Record<ActionKind['icon'], Icon> = {
  power: IconPower,
  refresh: IconRefresh,
  terminal: IconTerminal2,
  download: IconCloudDownload,
  key: IconKey,
  file: IconFileDownload,
  firmware: IconCpu,
  config: IconAdjustments,
  tasks: IconListCheck,
}

/** Icon of a kind; a general one for kinds that only another release knows. */
export const iconOf = (name: string | undefined): Icon => {
  const kind = findActionKind(name ?? '')
  return kind ? icons[kind.icon] : IconBolt
}

/** The window of each kind with arguments from the user. */
const windowOf: Partial<Record<ActionKindName, (selected: SelectedRows) => void>> = {
  command: openRunCommand,
  set_password: openPasswords,
}

/** Kinds that start without arguments, or with a window of this domain; other domains have windows for the rest. */
export const shownKinds = (): ShownKind[] =>
  actionKindNames
    .filter((name) => windowOf[name] !== undefined || (plainActions as readonly string[]).includes(name))
    .map((name) => {
      const kind: ActionKind = actionKinds[name]
      const title = kindTitle(name)
      return {
        name,
        kind,
        icon: icons[kind.icon],
        label: windowOf[name] ? i18next.t('actions:dots', { title }) : title,
      }
    })

export function usePermittedKinds(): ShownKind[] {
  const { permissions } = useUser()
  return shownKinds().filter(({ kind }) => permissions.includes(kind.permission))
}

/** Whether the user may start actions of that kind, which a retry requires too. */
export function useMayStart(name: string): boolean {
  const { permissions } = useUser()
  const kind = findActionKind(name)
  return kind !== undefined && permissions.includes(kind.permission)
}

/** Whether the kind is useful for a device now: its agent supports it, and an update is available. */
export function offers(device: DeviceDetails, { name, kind }: ShownKind): boolean {
  if (device.link === null) return false
  // Also offered for an agent that is too old to update itself: the error explains what to do.
  if (name === 'update_agent') return device.link.agent_offered !== null
  return kind.capability === null || device.link.caps.includes(kind.capability)
}

/** Starts an action on the selected devices, after its confirmation. True if it was started immediately. */
export async function startAction(name: ActionKindName, selected: SelectedRows): Promise<boolean> {
  const open = windowOf[name]
  if (!open) return (await startPlainAction(name, selected)) !== null
  open(selected)
  return false
}
