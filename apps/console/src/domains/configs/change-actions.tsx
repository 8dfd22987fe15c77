import { IconAdjustments } from '@tabler/icons-react'
import { textOf } from '../../i18n/i18n.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { only, type SelectedRows } from '../../tables/selected-rows.ts'
import type { BulkProps } from '../../tables/table-page.tsx'
import { MenuItem } from '../../ui/menu.tsx'

/** Loads the texts on first use, since the first page does without them. */
const open = (selected: SelectedRows) => void import('./open-windows.tsx').then((file) => file.openChange(selected))

export function RowChange({ row }: { row: { id: number; name: string } }) {
  return (
    <MenuItem leftSection={<IconAdjustments size={16} stroke={1.6} />} onClick={() => open(only(row.id, row.name))}>
      {textOf('configs:menu.configure')}
    </MenuItem>
  )
}

export const DeviceChange = ({ device }: { device: { id: number; name: string } }) => <RowChange row={device} />

/** Changes the configuration of the selected devices, or of all in the list. */
export function BulkChange({ selected }: BulkProps) {
  return (
    <BulkAction icon={<IconAdjustments size={17} stroke={1.6} />} onClick={() => open(selected)}>
      {textOf('configs:menu.configure')}
    </BulkAction>
  )
}
