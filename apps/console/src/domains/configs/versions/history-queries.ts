import {
  compareConfigVersions,
  getConfigVersion,
  listConfigVersions,
  listDeviceConfigs,
} from '@longreach/contract/configs/endpoints'
import type { ConfigVersion, DeviceConfig } from '@longreach/contract/configs/schemas'
import { pageLimits } from '@longreach/contract/page'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Milliseconds between refreshes of a device: they also show readings and changes by other users. */
const refreshEvery = 5000

/** The intended configuration of a device and the one it had when it was last read; null if it was never read. */
export const deviceConfigQuery = (device: number) =>
  queryOptions({
    queryKey: ['configs', 'device', device],
    queryFn: async ({ signal }) =>
      (await call(listDeviceConfigs, { query: { device_id: device } }, signal)).data[0] ?? null,
    refetchInterval: refreshEvery,
  })

/** All versions of a device, newest first; requested again after each reading. */
export const versionsQuery = ({ id, read_at, intended_id, running_id }: DeviceConfig) =>
  queryOptions({
    queryKey: ['configs', 'versions', id, read_at, intended_id, running_id],
    queryFn: async ({ signal }) => {
      const versions: ConfigVersion[] = []
      for (;;) {
        const query = { device_id: id, limit: pageLimits.max, offset: versions.length }
        const { data, meta } = await call(listConfigVersions, { query }, signal)
        versions.push(...data)
        if (data.length === 0 || versions.length >= (meta.total ?? 0)) return versions
      }
    },
    placeholderData: keepPreviousData,
  })

/** Neither a version nor its difference from another one ever changes. */
const forever = { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData }

export const differenceQuery = (id: number, from: number) =>
  queryOptions({
    queryKey: ['config-versions', id, 'from', from],
    queryFn: async ({ signal }) => (await call(compareConfigVersions, { params: { id, from } }, signal)).data,
    ...forever,
  })

export const versionTextQuery = (id: number) =>
  queryOptions({
    queryKey: ['config-versions', id, 'text'],
    queryFn: async ({ signal }) => (await call(getConfigVersion, { params: { id } }, signal)).data.text,
    ...forever,
  })
