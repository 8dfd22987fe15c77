import '../texts.ts'
import './texts.ts'
import { IconHistory, IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyValue } from '../../../ui/copy-value.tsx'
import { formatApiTime } from '../../../ui/format.ts'
import { lazy } from '../../../ui/lazy.ts'
import { EmptyState } from '../../../ui/state.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { Card, Fact, Facts } from '../page/facts.tsx'
import { deviceQuery } from '../public/device-query.ts'
import { openLocationHistory } from './location-open.tsx'
import classes from './location-tab.module.css'
import { describePosition } from './position-text.ts'
import { SetPlace } from './set-place.tsx'

const LocationMap = lazy(() => import('./location-map.tsx').then((file) => ({ default: file.LocationMap })))

export interface Point {
  latitude: number
  longitude: number
}

/** `/devices/{id}/location`: current position, its source, and the track. */
export function LocationTab() {
  const { t } = useTranslation(['map', 'devices'])
  const id = Number(useParams({ strict: false }).id)
  const { data: device } = useQuery(deviceQuery(id))
  const may = {
    view: useCan('view_device_location'),
    update: useCan('update_device_location'),
    edit: useCan('update_devices'),
  }
  const maySet = may.update && may.view && may.edit
  const [draft, setDraft] = useState<Point | null>(null)
  const now = useNow()
  if (!device) return null
  const { position, user_set_latitude: latitude, user_set_longitude: longitude } = device
  const set = latitude !== null && longitude !== null ? { latitude, longitude } : null
  return (
    <div className={classes.tab}>
      <div className={classes.map}>
        <Suspense fallback={null}>
          <LocationMap device={device} draft={draft} onDraft={maySet ? setDraft : null} />
        </Suspense>
        {position || draft ? null : (
          <div className={classes.none}>
            <EmptyState
              icon={<IconMapPinOff size={22} stroke={1.6} />}
              title={t('tab.none')}
              text={t('tab.noneText')}
            />
          </div>
        )}
      </div>
      <div className={classes.side}>
        {position ? (
          <Card
            title={t('tab.title')}
            aside={
              <Button
                size="small"
                icon={<IconHistory size={16} stroke={1.8} />}
                onClick={() => openLocationHistory(device)}
              >
                {t('tab.history')}
              </Button>
            }
          >
            <Facts>
              <Fact label={t('tab.source')} value={describePosition(position, now)} />
              <Fact
                label={t('tab.coordinates')}
                value={
                  <CopyValue
                    label={t('tab.coordinates')}
                    value={`${position.latitude.toFixed(5)}, ${position.longitude.toFixed(5)}`}
                  />
                }
              />
              {position.at ? <Fact label={t('tab.reported')} value={formatApiTime(position.at)} /> : null}
              <Fact
                label={t('devices:facts.altitude')}
                value={device.altitude === null ? null : `${Math.round(device.altitude)} m`}
              />
              <Fact
                label={t('devices:facts.speed')}
                value={device.speed === null ? null : `${Math.round(device.speed)} km/h`}
              />
              <Fact label={t('devices:facts.satellites')} value={device.satellites} />
            </Facts>
          </Card>
        ) : null}
        {maySet ? (
          <SetPlace
            key={set ? `${set.latitude},${set.longitude}` : 'none'}
            device={device}
            set={set}
            draft={draft}
            onDraft={setDraft}
          />
        ) : null}
      </div>
    </div>
  )
}
