import { previewRestore, restoreBackup } from '@longreach/contract/configs/backup-endpoints'
import type { BackupPlan } from '@longreach/contract/configs/backup-schemas'
import type { ConfigCall } from '@longreach/contract/configs/calls'
import {
  useConfigTemplate as applyTemplate,
  configureDevices,
  configureWithoutReturn,
  getConfigTemplate,
  listConfigTemplates,
  previewConfigTemplate,
  previewConfiguration,
} from '@longreach/contract/configs/endpoints'
import { findKnownSettings } from '@longreach/contract/configs/known-endpoints'
import type { ConfigPlan } from '@longreach/contract/configs/schemas'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keyOf, rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { readKnown } from './setting-rows.ts'

/** Calls, a template with them, or a backup. */
export type Source = { calls: ConfigCall[] } | { template: number; name: string } | { backup: number; name: string }

export interface Change {
  selected: SelectedRows
  source: Source
  csv: string
}

/** The consents of the user. */
export interface Ticks {
  metered: boolean
  /** For a backup only. */
  other_firmware: boolean
}

const bodyOf = ({ selected, csv }: Change, { metered }: Ticks) => ({
  ...rowsOf('device_id', selected),
  metered,
  ...(csv.trim() === '' ? {} : { csv }),
})

/** Preview of a change; nothing is sent. */
export const planQuery = (change: Change, ticks: Ticks) =>
  queryOptions({
    queryKey: ['configs', 'plan', keyOf(change.selected), change.source, change.csv, ticks],
    queryFn: async ({ signal }): Promise<ConfigPlan | BackupPlan> => {
      const { source, selected } = change
      if ('backup' in source) {
        const body = { ...rowsOf('device_id', selected), ...ticks }
        return (await call(previewRestore, { params: { id: source.backup }, body }, signal)).data
      }
      const body = bodyOf(change, ticks)
      const { data } =
        'template' in source
          ? await call(previewConfigTemplate, { params: { id: source.template }, body }, signal)
          : await call(previewConfiguration, { body: { ...body, calls: source.calls } }, signal)
      return data
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Starts a change that a device takes back if it cannot connect within `seconds`; offline devices are waited for. */
export function startChange(change: Change, ticks: Ticks, timing: { seconds: number; expires_in: number }) {
  const { source, selected } = change
  if ('backup' in source) {
    const body = { ...rowsOf('device_id', selected), ...ticks, ...timing }
    return call(restoreBackup, { params: { id: source.backup }, body })
  }
  const body = { ...bodyOf(change, ticks), ...timing }
  return 'template' in source
    ? call(applyTemplate, { params: { id: source.template }, body })
    : call(configureDevices, { body: { ...body, calls: source.calls } })
}

/** The device of a change that may be applied without return: a single one by id, and not a backup. */
export const deviceAlone = ({ selected, source }: Change): number | undefined =>
  'ids' in selected && selected.ids.length === 1 && !('backup' in source) ? selected.ids[0] : undefined

/** Starts a change on one device, which does not take it back. */
export function startWithoutReturn(device: number, { source, csv }: Change, { metered }: Ticks, expires_in: number) {
  const settings = 'template' in source ? { template_id: source.template } : 'calls' in source ? source : {}
  const body = { ...settings, metered, expires_in, ...(csv.trim() === '' ? {} : { csv }) }
  return call(configureWithoutReturn, { params: { id: device }, body })
}

/** The kind of campaign for a change. */
export const kindOf = ({ source }: Change) => ('backup' in source ? ('restore' as const) : ('configure' as const))

export function contentOf({ source, csv }: Change, { metered, other_firmware }: Ticks, seconds: number) {
  if ('backup' in source) return { file_id: source.backup, other_firmware, metered, seconds }
  const settings = 'template' in source ? { template_id: source.template } : { calls: source.calls }
  return { ...settings, ...(csv.trim() === '' ? {} : { csv }), metered, seconds }
}

/** Present settings of the devices, for suggestions. */
export const knownQuery = (selected: SelectedRows) =>
  queryOptions({
    queryKey: ['configs', 'known', keyOf(selected)],
    queryFn: async ({ signal }) =>
      readKnown((await call(findKnownSettings, { body: rowsOf('device_id', selected) }, signal)).data),
    enabled: selected.count > 0,
    placeholderData: keepPreviousData,
  })

export const templateQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['configs', 'template', id],
    queryFn: async ({ signal }) => (await call(getConfigTemplate, { params: { id: id as number } }, signal)).data,
    enabled: id !== null,
  })

/** Templates and saved configurations to select from. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: ['configs', 'templates', 'choice'],
    queryFn: async ({ signal }) => (await call(listConfigTemplates, { query: { limit: 100 } }, signal)).data,
  })
