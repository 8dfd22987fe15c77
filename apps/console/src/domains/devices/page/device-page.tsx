import '../texts.ts'
import {
  IconArrowsMove,
  IconDots,
  IconKey,
  IconPencil,
  IconPlugConnectedX,
  IconRouterOff,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, isMissing } from '../../../api/error.ts'
import { live } from '../../../api/live.ts'
import { useCan } from '../../../api/session.ts'
import { PageTabs } from '../../../registry/page-tabs.tsx'
import { Place } from '../../../registry/place.tsx'
import { only } from '../../../tables/selected-rows.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { ObjectPage } from '../../../ui/object-page.tsx'
import { EmptyState, ErrorState, Skeleton, useDelayed } from '../../../ui/state.tsx'
import { deleteDevicesAfterAsking } from '../list/delete-devices.tsx'
import { openEditDevice, openMoveDevices } from '../open-windows.tsx'
import { deviceQuery } from '../public/device-query.ts'
import { DeviceIdentity } from './device-identity.tsx'
import { permitAfterAsking, revokeAfterAsking } from './device-keys.tsx'
import classes from './device-page.module.css'
import { UnusualList } from './unusual-list.tsx'

/** Events refresh the page at most this often, in milliseconds. */
const refreshAfter = 1500

/** `/devices/{id}`: identity and state of the device, unusual conditions, then the tabs. */
export function DevicePage() {
  const { t } = useTranslation('devices')
  const id = Number(useParams({ strict: false }).id)
  const known = Number.isInteger(id) && id > 0
  const { data: device, error, refetch } = useQuery({ ...deviceQuery(id), enabled: known })
  const client = useQueryClient()
  const navigate = useNavigate()
  const can = { edit: useCan('update_devices'), move: useCan('move_devices'), remove: useCan('delete_devices') }
  useLiveRefresh(id)

  if (!known || isMissing(error)) {
    return (
      <EmptyState
        alone
        icon={<IconRouterOff size={22} stroke={1.6} />}
        title={t('missing.title')}
        text={t('missing.text')}
        action={<Button onClick={() => void navigate({ to: '/management/devices' })}>{t('missing.back')}</Button>}
      />
    )
  }
  if (error && !device) {
    return <ErrorState title={t('failedOne')} {...failureOf(error)} onRetry={() => void refetch()} />
  }
  if (!device) return <Waiting />

  const remove = async () => {
    if (await deleteDevicesAfterAsking(only(id), client, device.name)) void navigate({ to: '/management/devices' })
  }
  return (
    <ObjectPage
      label={t('trail')}
      trail={<Link to="/management/devices">{t('title')}</Link>}
      name={device.name}
      identity={<DeviceIdentity device={device} />}
      actions={
        <>
          <Place at="device.actions" device={device} />
          {can.edit ? (
            <Button icon={<IconPencil size={17} stroke={1.6} />} onClick={() => openEditDevice(device)}>
              {t('edit.action')}
            </Button>
          ) : null}
          {can.edit || can.move || can.remove ? (
            <Menu
              trigger={
                <IconButton label={t('more')} tip={false} className={classes.more ?? ''}>
                  <IconDots size={18} stroke={1.8} />
                </IconButton>
              }
            >
              {can.edit && device.link && !device.enrolment_permit ? (
                <MenuItem
                  leftSection={<IconKey size={16} stroke={1.6} />}
                  onClick={() => void permitAfterAsking(device, client)}
                >
                  {t('permit.action')}
                </MenuItem>
              ) : null}
              {can.edit ? (
                <MenuItem
                  leftSection={<IconPlugConnectedX size={16} stroke={1.6} />}
                  onClick={() => void revokeAfterAsking(device, client)}
                >
                  {t('revoke.action')}
                </MenuItem>
              ) : null}
              {can.move ? (
                <MenuItem
                  leftSection={<IconArrowsMove size={16} stroke={1.6} />}
                  onClick={() => openMoveDevices(only(id, device.name), { name: device.name })}
                >
                  {t('move.action')}
                </MenuItem>
              ) : null}
              {can.remove ? (
                <MenuItem danger leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => void remove()}>
                  {t('remove.action')}
                </MenuItem>
              ) : null}
            </Menu>
          ) : null}
        </>
      }
    >
      <Place at="device.state" device={device} />
      <UnusualList device={device} />
      <PageTabs of="device" label={t('tabs.label')} />
      <Outlet />
    </ObjectPage>
  )
}

/** Refreshes the page after events of the device, with one request for many events. */
function useLiveRefresh(id: number) {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ends = [
      live.watchDevices([id]),
      live.on('DeviceStateChanged', ({ data }) => {
        if (data.id !== id) return
        timer ??= setTimeout(() => {
          timer = undefined
          void client.invalidateQueries({ queryKey: ['devices', 'one', id] })
          void client.invalidateQueries({ queryKey: ['devices', 'logs', id] })
        }, refreshAfter)
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [client, id])
}

function Waiting() {
  const delayed = useDelayed()
  if (!delayed) return null
  return (
    <div className={classes.page}>
      <Skeleton width={180} height={12} />
      <Skeleton width={320} height={28} />
      <div className={classes.waiting}>
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} width="100%" height={220} />
        ))}
      </div>
    </div>
  )
}
