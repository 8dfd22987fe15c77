import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { startAction, usePermittedKinds } from './kinds.ts'

/** Actions for the device of a row; the response says if the device cannot execute them. */
export function RowActions({ row }: { row: { id: number; name: string } }) {
  return usePermittedKinds().map(({ name, icon: Icon, label }) => (
    <MenuItem
      key={name}
      leftSection={<Icon size={16} stroke={1.6} />}
      onClick={() => void startAction(name, only(row.id, row.name))}
    >
      {label}
    </MenuItem>
  ))
}
