import { EntriesTable } from './entries-table.tsx'

/** `/remote/access`: what can be opened behind all devices. */
export function RemotePage() {
  return <EntriesTable />
}
