import { BulkAction } from '../../tables/bulk-bar.tsx'
import type { BulkProps } from '../../tables/table-page.tsx'
import { type ShownKind, startAction, usePermittedKinds } from './kinds.ts'

/** Shown first: a bar hides the items that do not fit into a row. */
const isFrequent = ({ name }: ShownKind) => name === 'reboot' || name === 'command'

export function FrequentActions(props: BulkProps) {
  return <Actions kinds={usePermittedKinds().filter(isFrequent)} {...props} />
}

export function OtherActions(props: BulkProps) {
  return <Actions kinds={usePermittedKinds().filter((kind) => !isFrequent(kind))} {...props} />
}

/** Actions for the selected devices; errors name the devices that cannot execute them. */
function Actions({ kinds, selected, clear }: BulkProps & { kinds: ShownKind[] }) {
  return kinds.map(({ name, icon: Icon, label }) => (
    <BulkAction
      key={name}
      icon={<Icon size={17} stroke={1.6} />}
      onClick={() => void startAction(name, selected).then((started) => started && clear())}
    >
      {label}
    </BulkAction>
  ))
}
