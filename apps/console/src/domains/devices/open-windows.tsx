import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import i18next from 'i18next'
import { keyOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const AddDeviceWindow = lazy(() =>
  import('./add/device-window.tsx').then((file) => ({ default: file.AddDeviceWindow })),
)
const InstallCommandWindow = lazy(() => import('./add/by-line.tsx').then((file) => ({ default: file.AddByLine })))
const EditDeviceWindow = lazy(() =>
  import('./edit-device-window.tsx').then((file) => ({ default: file.EditDeviceWindow })),
)

const MoveDevicesWindow = lazy(() =>
  import('./move/devices-window.tsx').then((file) => ({ default: file.MoveDevicesWindow })),
)
const KeyClaimsWindow = lazy(() =>
  import('./page/key-claims-window.tsx').then((file) => ({ default: file.KeyClaimsWindow })),
)

/** `company` is preselected. */
export function openAddDevice(company?: number): void {
  const content = <AddDeviceWindow company={company ?? null} />
  windows.open({ id: 'device-add', title: i18next.t('devices:add'), width: 640, content })
}

/** The install command for a device that has not connected yet; it works for this device only. */
export function openInstallCommand({ company_id, serial, mac, name }: DeviceDetails): void {
  windows.open({
    id: `device-install-${serial}`,
    title: i18next.t('devices:line.title', { name }),
    width: 640,
    content: <InstallCommandWindow company={company_id} device={{ serial, mac }} />,
  })
}

export function openEditDevice(device: DeviceDetails): void {
  windows.open({
    id: `device-edit-${device.id}`,
    title: i18next.t('devices:edit.title', { name: device.name }),
    width: 600,
    content: <EditDeviceWindow device={device} />,
  })
}

export function openKeyClaims(device: DeviceDetails): void {
  windows.open({
    id: `device-claims-${device.id}`,
    title: i18next.t('devices:claims.title', { name: device.name }),
    width: 600,
    content: <KeyClaimsWindow device={device} />,
  })
}

/** `done` runs once at least one device was moved. `name` is shown for a single device. */
export function openMoveDevices(selected: SelectedRows, { name, done }: { name?: string; done?: () => void }): void {
  windows.open({
    id: `devices-move-${keyOf(selected)}`,
    title: name === undefined ? i18next.t('devices:move.title') : i18next.t('devices:move.titleOne', { name }),
    ...(name === undefined
      ? { subtitle: i18next.t('devices:total', { count: selected.count, formatted: formatCount(selected.count) }) }
      : {}),
    width: 480,
    help: 'management.devices',
    content: <MoveDevicesWindow selected={selected} done={done} />,
  })
}
