import type { ConfigCall } from '@longreach/contract/configs/calls'
import {
  getConfigTemplate,
  getConfigVersion,
  listConfigTemplates,
  listConfigVersions,
  previewConfigTemplate,
  previewConfiguration,
} from '@longreach/contract/configs/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keyOf, rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'

/** Calls, or a template with them. */
export type Source = { calls: ConfigCall[] } | { template: number; name: string }

export interface Change {
  selected: SelectedRows
  source: Source
  /** Values of variables. */
  csv: string
}

export const bodyOf = ({ selected, csv }: Change, metered: boolean) => ({
  ...rowsOf('device_id', selected),
  metered,
  ...(csv.trim() === '' ? {} : { csv }),
})

/** What a change would do; nothing is sent. */
export const planQuery = (change: Change, metered: boolean) =>
  queryOptions({
    queryKey: ['configs', 'plan', keyOf(change.selected), change.source, change.csv, metered],
    queryFn: async ({ signal }) => {
      const body = bodyOf(change, metered)
      const { source } = change
      const { data } =
        'template' in source
          ? await call(previewConfigTemplate, { params: { id: source.template }, body }, signal)
          : await call(previewConfiguration, { body: { ...body, calls: source.calls } }, signal)
      return data
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** The last text that a device sent, with secrets hidden; null if it was never read. */
export const latestTextQuery = (device: number | null) =>
  queryOptions({
    queryKey: ['configs', 'latest', device],
    queryFn: async ({ signal }) => {
      const { data } = await call(listConfigVersions, { query: { device_id: device as number, limit: 20 } }, signal)
      const version = data.find(({ running }) => running) ?? data[0]
      if (!version) return null
      return (await call(getConfigVersion, { params: { id: version.id } }, signal)).data.text
    },
    enabled: device !== null,
  })

export const templateQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['configs', 'template', id],
    queryFn: async ({ signal }) => (await call(getConfigTemplate, { params: { id: id as number } }, signal)).data,
    enabled: id !== null,
  })

/** Templates and saved configurations, for a choice. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: ['configs', 'templates', 'choice'],
    queryFn: async ({ signal }) => (await call(listConfigTemplates, { query: { limit: 100 } }, signal)).data,
  })
