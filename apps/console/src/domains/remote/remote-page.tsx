import { EntriesTable } from './entries-table.tsx'

/** `/remote/access`: targets on and behind all devices. */
export function RemotePage() {
  return <EntriesTable />
}
