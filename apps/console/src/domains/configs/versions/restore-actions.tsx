import type { Backup } from '@longreach/contract/configs/backup-schemas'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { IconRestore } from '@tabler/icons-react'
import { textOf } from '../../../i18n/i18n.ts'
import { MenuItem } from '../../../ui/menu.tsx'

/** Loads the texts on first use, since the first page does without them. */
const open = (of: { backup: Backup } | { device: DeviceDetails }) =>
  void import('../open-windows.tsx').then((file) => file.openRestoreBackup(of))

function Item({ onClick }: { onClick: () => void }) {
  return (
    <MenuItem leftSection={<IconRestore size={16} stroke={1.6} />} onClick={onClick}>
      {textOf('configs:menu.restore')}
    </MenuItem>
  )
}

export const BackupRestore = ({ backup }: { backup: Backup }) => <Item onClick={() => open({ backup })} />

export function DeviceRestore({ device }: { device: DeviceDetails }) {
  if (!device.link?.caps.includes('config')) return null
  return <Item onClick={() => open({ device })} />
}
