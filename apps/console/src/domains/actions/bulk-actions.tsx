import { BulkAction } from '../../tables/bulk-bar.tsx'
import type { BulkProps } from '../../tables/table-page.tsx'
import { startAction, usePermittedKinds } from './kinds.ts'

/** Actions for the selected devices; errors name the devices that cannot execute them. */
export function BulkActions({ selected, clear }: BulkProps) {
  return usePermittedKinds().map(({ name, icon: Icon, label }) => (
    <BulkAction
      key={name}
      icon={<Icon size={17} stroke={1.6} />}
      onClick={() => void startAction(name, selected).then((started) => started && clear())}
    >
      {label}
    </BulkAction>
  ))
}
