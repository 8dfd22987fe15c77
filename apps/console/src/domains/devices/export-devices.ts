import { exportDevices as endpoint } from '@longreach/contract/devices/endpoints'
import { queryText } from '../../api/address.ts'
import { apiBase } from '../../api/call.ts'
import { type ListState, listQuery } from './list-state.ts'

/** Downloads the list with its filters and order, or only the chosen devices, as the server streams it. */
export function exportDevices(state: ListState, ids?: readonly number[]): void {
  const { fields: _, ...query } = listQuery(state)
  const link = document.createElement('a')
  link.href = apiBase + endpoint.path + queryText(ids ? { id: ids, sort: state.sort } : query)
  link.download = ''
  link.click()
}
