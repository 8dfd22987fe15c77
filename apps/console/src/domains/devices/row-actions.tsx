import './texts.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../api/session.ts'
import { hasParts, Place } from '../../registry/place.tsx'
import { only } from '../../tables/selected-rows.ts'
import { MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { deleteDevicesAfterAsking } from './delete-devices.tsx'
import type { DeviceRow } from './queries.ts'

/** Actions of other domains for a device, and its deletion. */
export function RowActions({ row }: { row: DeviceRow }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const { permissions } = useUser()
  const mayDelete = useCan('delete_devices')
  return (
    <>
      <Place at="devices.row" row={row} />
      {mayDelete && hasParts('devices.row', permissions) ? <MenuDivider /> : null}
      {mayDelete ? (
        <MenuItem
          danger
          leftSection={<IconTrash size={16} stroke={1.6} />}
          onClick={() => void deleteDevicesAfterAsking(only(row.id, row.name), client, row.name)}
        >
          {t('delete')}
        </MenuItem>
      ) : null}
    </>
  )
}
