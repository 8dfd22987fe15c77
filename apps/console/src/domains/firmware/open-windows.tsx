import './texts.ts'
import i18next from 'i18next'
import { keyOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const UpdateWindow = lazy(() => import('./update-window.tsx').then((file) => ({ default: file.UpdateWindow })))
const CancelWindow = lazy(() => import('./cancel-window.tsx').then((file) => ({ default: file.CancelWindow })))

const help = 'management.update-firmware'

function titleOf(selected: SelectedRows): string {
  const formatted = formatCount(selected.count)
  const [name] = selected.names
  if ('filter' in selected) return i18next.t('firmware:update.titleAll', { formatted })
  return selected.count === 1 && name !== undefined
    ? i18next.t('firmware:update.titleOne', { name })
    : i18next.t('firmware:update.title', { count: selected.count, formatted })
}

export function openUpdateFirmware(selected: SelectedRows): void {
  const id = `update-firmware ${keyOf(selected)}`
  const onCount = (count: number) => windows.rename(id, titleOf({ ...selected, count }))
  const content = <UpdateWindow selected={selected} onCount={onCount} />
  windows.open({ id, title: titleOf(selected), width: 640, help, content })
}

/** Opens the updates that were not sent yet: all of them, or that of one device. */
export function openCancelUpdates(device?: { id: number; name: string }): void {
  windows.open({
    id: `cancel-updates ${device?.id ?? ''}`,
    title: device ? i18next.t('firmware:pending.titleOne', { name: device.name }) : i18next.t('firmware:pending.title'),
    width: 640,
    help,
    content: <CancelWindow deviceId={device?.id ?? null} />,
  })
}
