import { getAlertRule, listAlertRules, listAlerts } from '@longreach/contract/alerts/endpoints'
import type { Alert, AlertRule } from '@longreach/contract/alerts/schemas'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Key of all data about alerts and their rules. */
export const alertsKey = ['alerts'] as const
export const rulesKey = ['alert-rules'] as const

export const deviceAlertsQuery = (device: number, limit: number) =>
  queryOptions({
    queryKey: [...alertsKey, 'device', device, limit],
    queryFn: async ({ signal }) => {
      const query = { device_id: String(device), limit, sort: '-created_at' } as const
      const { data, meta } = await call(listAlerts, { query: query as never }, signal)
      return { alerts: data as Alert[], total: meta.total ?? data.length }
    },
    placeholderData: (before) => before,
  })

/** Requests as many rules as a device can have. */
export const deviceRulesQuery = (device: number) =>
  queryOptions({
    queryKey: [...rulesKey, 'device', device],
    queryFn: async ({ signal }) => {
      const query = { device_id: String(device), limit: 100, sort: 'created_at' } as const
      const { data } = await call(listAlertRules, { query: query as never }, signal)
      return data as AlertRule[]
    },
  })

export const ruleQuery = (id: number) =>
  queryOptions({
    queryKey: [...rulesKey, 'one', id],
    queryFn: async ({ signal }) => (await call(getAlertRule, { params: { id } }, signal)).data,
  })

const pageSize = 100

/** Ids of the devices that match a filter of their list, up to `most` plus one. */
export async function loadDeviceIds(filter: Readonly<Record<string, string>>, most: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length <= most) {
    const query = { ...filter, fields: 'id', sort: 'id', limit: pageSize, offset: ids.length }
    const { data } = await call(listDevices, { query: query as never })
    ids.push(...data.map(({ id }) => id as number))
    if (data.length < pageSize) break
  }
  return ids
}
