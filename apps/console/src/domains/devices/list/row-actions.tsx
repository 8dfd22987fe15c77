import '../texts.ts'
import { IconArrowsMove, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/error.ts'
import { useCan, useUser } from '../../../api/session.ts'
import { hasParts, Place } from '../../../registry/place.tsx'
import { only } from '../../../tables/selected-rows.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { MenuDivider, MenuItem } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.ts'
import { openEditDevice, openMoveDevices } from '../open-windows.tsx'
import { deviceQuery } from '../public/device-query.ts'
import type { DeviceRow } from '../queries.ts'
import { deleteDevicesAfterAsking } from './delete-devices.tsx'

/** Edit form, move and address of a device, then the actions of other domains, then its deletion. */
export function RowActions({ row }: { row: DeviceRow }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const { permissions } = useUser()
  const mayEdit = useCan('update_devices')
  const mayMove = useCan('move_devices')
  const mayDelete = useCan('delete_devices')
  const address = row.wan_ip ?? row.mobile_ip
  const own = mayEdit || mayMove || Boolean(address)
  const parts = hasParts('devices.row', permissions)
  const edit = () =>
    client.fetchQuery(deviceQuery(row.id)).then(openEditDevice, (error: unknown) => toast(messageOf(error), 'error'))
  const copy = async (text: string) => {
    if (await copyText(text)) toast(t('addressCopied', { address: text }), 'success')
  }
  return (
    <>
      {mayEdit ? (
        <MenuItem leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => void edit()}>
          {t('edit.action')}
        </MenuItem>
      ) : null}
      {mayMove ? (
        <MenuItem
          leftSection={<IconArrowsMove size={16} stroke={1.6} />}
          onClick={() => openMoveDevices(only(row.id, row.name), { name: row.name })}
        >
          {t('move.action')}
        </MenuItem>
      ) : null}
      {address ? (
        <MenuItem leftSection={<IconCopy size={16} stroke={1.6} />} onClick={() => void copy(address)}>
          {t('copyAddress')}
        </MenuItem>
      ) : null}
      {own && parts ? <MenuDivider /> : null}
      <Place at="devices.row" row={row} />
      {mayDelete && (own || parts) ? <MenuDivider /> : null}
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
