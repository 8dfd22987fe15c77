import { TablePage } from '../../tables/table-page.tsx'
import { type Depot, listDepots } from './list.ts'

export function DepotsPage() {
  return (
    <TablePage<Depot>
      spec={{ name: 'depots', list: listDepots, defaultSort: 'name' }}
      title="Depots"
      searchLabel="Search depots"
      columns={[{ id: 'name', label: 'Name', width: 240, pinned: true, sort: 'name', cell: (row) => row.name }]}
      nameOf={(row) => row.name}
      onOpen={() => undefined}
      phoneRow={(row) => row.name}
      countText={(_, formatted) => `${formatted} depots`}
      empty={{ icon: null, title: 'No depots', text: '' }}
      failed="Depots could not be loaded"
    />
  )
}
