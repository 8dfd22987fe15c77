import { IconChartHistogram } from '@tabler/icons-react'
import { textOf } from '../../i18n/i18n.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { only, type SelectedRows } from '../../tables/selected-rows.ts'
import type { BulkProps } from '../../tables/table-page.tsx'
import { MenuItem } from '../../ui/menu.tsx'

/** Loads the texts on first use, since the first page does without them. */
const open = (selected: SelectedRows) => void import('./open-windows.tsx').then((file) => file.openAssign(selected))

export function RowAssign({ row }: { row: { id: number; name: string } }) {
  return (
    <MenuItem leftSection={<IconChartHistogram size={16} stroke={1.6} />} onClick={() => open(only(row.id, row.name))}>
      {textOf('monitoring:tab.device')}
    </MenuItem>
  )
}

export function BulkAssign({ selected }: BulkProps) {
  return (
    <BulkAction icon={<IconChartHistogram size={17} stroke={1.6} />} onClick={() => open(selected)}>
      {textOf('monitoring:tab.device')}
    </BulkAction>
  )
}
