import { listDevices } from '@longreach/contract/devices/endpoints'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { type FilterField, idField } from '../../../tables/filters/field.ts'

/** Devices to select from: the first hundred matches by name. */
export const deviceChoicesQuery = (query: { q?: string; id?: string }) =>
  queryOptions({
    queryKey: ['devices', 'choices', query],
    queryFn: async ({ signal }) => {
      const asked = { limit: 100, sort: 'name', fields: 'id,name,serial', ...query } as const
      return (await call(listDevices, { query: asked }, signal)).data
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

function useOptions(typed: string) {
  const { data } = useQuery(deviceChoicesQuery(typed === '' ? {} : { q: typed }))
  return data?.map(({ id, name, serial }) => ({ value: String(id), label: `${name} · ${serial}` }))
}

function useNames(id: string) {
  const { data } = useQuery(deviceChoicesQuery({ id }))
  return (one: string) => data?.find((device) => String(device.id) === one)?.name ?? `#${one}`
}

export const deviceField = (label: string): FilterField<'device_id'> =>
  idField('device_id', label, { useOptions, useNames })
