import './texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { deviceQuery } from '../devices/public/device-query.ts'
import { EntriesTable } from './entries-table.tsx'

/** `/devices/{id}/access`: targets on the device and behind it. */
export function AccessTab() {
  const id = Number(useParams({ strict: false }).id)
  const { data: device } = useQuery(deviceQuery(id))
  return device ? <EntriesTable device={{ id, name: device.name }} /> : null
}
