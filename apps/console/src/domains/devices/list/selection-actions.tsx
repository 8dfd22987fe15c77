import { IconArrowsMove, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { Place } from '../../../registry/place.tsx'
import { BulkAction } from '../../../tables/bulk-bar.tsx'
import type { BulkProps } from '../../../tables/table-page.tsx'
import { openMoveDevices } from '../open-windows.tsx'
import { deleteDevicesAfterAsking } from './delete-devices.tsx'

/** Actions for the selected devices, or for all devices that match the filter of the list. */
export function SelectionActions({ selected, clear }: BulkProps) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const mayMove = useCan('move_devices')
  const mayRemove = useCan('delete_devices')
  return (
    <>
      <Place at="devices.bulk" selected={selected} clear={clear} />
      {mayMove ? (
        <BulkAction
          icon={<IconArrowsMove size={17} stroke={1.6} />}
          onClick={() => openMoveDevices(selected, { done: clear })}
        >
          {t('move.action')}
        </BulkAction>
      ) : null}
      {mayRemove ? (
        <BulkAction
          icon={<IconTrash size={17} stroke={1.6} />}
          onClick={() => void deleteDevicesAfterAsking(selected, client).then((done) => done && clear())}
        >
          {t('delete')}
        </BulkAction>
      ) : null}
      <Place at="devices.bulkMore" selected={selected} clear={clear} />
    </>
  )
}
