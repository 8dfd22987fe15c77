import './texts.ts'
import { listDeviceConfigs } from '@longreach/contract/configs/endpoints'
import { pageLimits } from '@longreach/contract/page'
import { IconAdjustments, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import type { SelectedRows } from '../../tables/selected-rows.ts'
import type { BulkProps } from '../../tables/table-page.tsx'
import { toast } from '../../ui/toast.ts'
import { startPlainAction } from '../actions/public/start.ts'
import { changeDrift, type DriftChange, driftChanges, driftIcons } from './drift-change.tsx'
import { openChange } from './open-windows.tsx'
import { useMayRead } from './read-button.tsx'

type Named = SelectedRows & { ids: readonly number[] }

/** Resolves a filter to ids: calls select devices by the filter of the device list, which has no state of drift. */
async function namedRows(selected: SelectedRows): Promise<Named> {
  if ('ids' in selected) return selected
  const ids: number[] = []
  for (;;) {
    const query = { ...selected.filter, limit: pageLimits.max, offset: ids.length, fields: 'id' }
    const { data, meta } = await call(listDeviceConfigs, { query: query as never })
    ids.push(...data.map(({ id }) => id))
    if (data.length === 0 || ids.length >= (meta.total ?? 0)) return { ids, count: ids.length, names: [] }
  }
}

export function ConfigBulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('configs')
  const client = useQueryClient()
  const mayRead = useMayRead()
  const withRows = (act: (rows: Named) => unknown) => () =>
    void namedRows(selected).then(act, (error: unknown) => toast(messageOf(error), 'error'))
  const drift = async (change: DriftChange, { ids, names }: Named) => {
    if (await changeDrift(change, { ids, name: ids.length === 1 ? names[0] : undefined }, client)) clear()
  }
  return (
    <>
      <BulkAction icon={<IconAdjustments size={17} stroke={1.6} />} onClick={withRows(openChange)}>
        {t('history.configure')}
      </BulkAction>
      {mayRead ? (
        <BulkAction
          icon={<IconDownload size={17} stroke={1.6} />}
          onClick={withRows(async (rows) => {
            if ((await startPlainAction('read_configuration', rows)) !== null) clear()
          })}
        >
          {t('drift.read')}
        </BulkAction>
      ) : null}
      {driftChanges.map((change) => {
        const Icon = driftIcons[change]
        return (
          <BulkAction
            key={change}
            icon={<Icon size={17} stroke={1.6} />}
            onClick={withRows((rows) => drift(change, rows))}
          >
            {t(`drift.${change}.action`)}
          </BulkAction>
        )
      })}
    </>
  )
}
