import '../../tags/public/texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import type { Tag } from '@longreach/contract/tags/schemas'
import i18next from 'i18next'
import { lazy } from '../../../ui/lazy.ts'
import { windows } from '../../../windows/store.ts'

const TagLogWindow = lazy(() => import('./window.tsx').then((file) => ({ default: file.TagLogWindow })))

export function openTagLog({ id, name }: Pick<Tag, 'id' | 'name'>): void {
  windows.open({
    id: `tag-log-${id}`,
    title: i18next.t('tags:log.title', { name }),
    width: 720,
    content: <TagLogWindow of={{ tag_id: id }} />,
  })
}

/** Opens the log of the actions that tags started on a device. */
export function openDeviceTagLog({ id, name }: Pick<DeviceDetails, 'id' | 'name'>): void {
  windows.open({
    id: `device-tag-log-${id}`,
    title: i18next.t('tags:log.deviceTitle', { name }),
    width: 720,
    content: <TagLogWindow of={{ device_id: id }} />,
  })
}
