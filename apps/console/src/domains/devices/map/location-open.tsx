import './texts.ts'
import i18next from 'i18next'
import { lazy } from '../../../ui/lazy.ts'
import { windows } from '../../../windows/store.ts'

const LocationHistory = lazy(() => import('./location-history.tsx').then((file) => ({ default: file.LocationHistory })))

export function openLocationHistory({ id, name }: { id: number; name: string }): void {
  windows.open({
    id: `device-location-history-${id}`,
    title: i18next.t('map:history.title', { name }),
    width: 1080,
    content: <LocationHistory id={id} name={name} />,
  })
}
