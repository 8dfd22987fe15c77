import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkAction, BulkBar } from '../../tables/bulk-bar.tsx'
import type { RowPages } from '../../tables/use-row-pages.ts'
import type { Selection } from '../../tables/use-selection.ts'
import { formatCount } from '../../ui/format.ts'
import { useCan } from '../account/session.ts'
import { BulkActions } from '../actions/bulk-actions.tsx'
import { deleteDevicesAfterAsking } from './delete-devices.tsx'
import { exportDevices } from './export-devices.ts'
import { filterOf, type ListState } from './list-state.ts'
import type { DeviceRow } from './queries.ts'

interface Props {
  state: ListState
  pages: RowPages<DeviceRow>
  selection: Selection
}

/** What can be done with the chosen devices, or with all that the list's filter stands for. */
export function SelectionBar({ state, pages, selection }: Props) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  // Holds for the selection it was said of: choosing anew takes it back.
  const [allOf, setAllOf] = useState<ReadonlySet<number> | null>(null)
  const all = allOf === selection.ids
  const can = { remove: useCan('delete_devices'), download: useCan('export_devices') }
  const ids = [...selection.ids]
  const total = pages.total ?? 0
  const count = all ? total : ids.length
  const formatted = `${formatCount(count)}${all && pages.capped ? '+' : ''}`
  const choice = all
    ? { filter: filterOf(state), count, names: [] }
    : { ids, count, names: namesOf(pages, selection.ids) }
  return (
    <BulkBar text={t(all ? 'selectedAll' : 'selected', { count, formatted })} onClear={selection.clear}>
      {!all && total > ids.length ? (
        <BulkAction onClick={() => setAllOf(selection.ids)}>
          {t('selectAll', { formatted: `${formatCount(total)}${pages.capped ? '+' : ''}` })}
        </BulkAction>
      ) : null}
      <BulkActions choice={choice} onBegun={selection.clear} />
      {can.download ? (
        <BulkAction
          icon={<IconDownload size={17} stroke={1.6} />}
          onClick={() => (all ? exportDevices(state) : exportDevices(state, ids))}
        >
          {t('export')}
        </BulkAction>
      ) : null}
      {can.remove && !all ? (
        <BulkAction
          icon={<IconTrash size={17} stroke={1.6} />}
          onClick={() => void deleteDevicesAfterAsking(ids, client).then((done) => done && selection.clear())}
        >
          {t('delete')}
        </BulkAction>
      ) : null}
    </BulkBar>
  )
}

/** Names of those that are loaded, in the order of the list. */
function namesOf(pages: RowPages<DeviceRow>, ids: ReadonlySet<number>): string[] {
  const names: string[] = []
  for (let index = 0; index < (pages.total ?? 0) && names.length < ids.size; index++) {
    const row = pages.getRow(index)
    if (row && ids.has(row.id)) names.push(row.name)
  }
  return names
}
