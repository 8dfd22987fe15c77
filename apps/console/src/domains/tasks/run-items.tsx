import { IconListCheck } from '@tabler/icons-react'
import { textOf } from '../../i18n/i18n.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { only, type SelectedRows } from '../../tables/selected-rows.ts'
import type { BulkProps } from '../../tables/table-page.tsx'
import { MenuItem } from '../../ui/menu.tsx'

const label = () => textOf('tasks:menu.run')
/** Loads the texts of the domain on first use: the list of devices is the first screen. */
const open = (selected: SelectedRows) => void import('./open-windows.tsx').then((file) => file.openRunOn(selected))

export function BulkRun({ selected }: BulkProps) {
  return (
    <BulkAction icon={<IconListCheck size={17} stroke={1.6} />} onClick={() => open(selected)}>
      {label()}
    </BulkAction>
  )
}

export function RowRun({ row }: { row: { id: number; name: string } }) {
  return (
    <MenuItem leftSection={<IconListCheck size={16} stroke={1.6} />} onClick={() => open(only(row.id, row.name))}>
      {label()}
    </MenuItem>
  )
}

export const DeviceRun = ({ device }: { device: { id: number; name: string } }) => <RowRun row={device} />
