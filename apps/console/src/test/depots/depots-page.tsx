import { defineTable } from '../../tables/table.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { listDepots } from './list.ts'

const depotTable = defineTable({
  name: 'depots',
  list: listDepots,
  texts: 'ui',
  defaultSort: 'name',
  columns: () => [{ id: 'name', label: 'Name', width: 240, pinned: true, sort: 'name', cell: (row) => row.name }],
  nameOf: (row) => row.name,
  phoneRow: (row) => row.name,
})

export function DepotsPage() {
  return (
    <TablePage
      table={depotTable}
      title="Depots"
      searchLabel="Search depots"
      onOpen={() => undefined}
      countText={(_, formatted) => `${formatted} depots`}
      empty={{ icon: null, title: 'No depots', text: '' }}
      failed="Depots could not be loaded"
    />
  )
}
