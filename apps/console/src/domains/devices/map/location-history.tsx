import './texts.ts'
import { groupRetention } from '@longreach/contract/monitoring/constants'
import { getLocationHistory } from '@longreach/contract/monitoring/endpoints'
import { formatTime, parseTime } from '@longreach/contract/time'
import { IconMapPinOff, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Map as MapOf } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/error.ts'
import { boundsOf, defaultPreset, type Range } from '../../../charts/range.ts'
import { RangePicker } from '../../../charts/range-picker.tsx'
import { MapCanvas } from '../../../maps/map-canvas.tsx'
import { addPlaceMark, type PlaceMark } from '../../../maps/place-mark.ts'
import { addTrack, type Passage, speedColours, speedSteps } from '../../../maps/track.ts'
import { formatDate } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { EmptyState, ErrorState } from '../../../ui/state.tsx'
import mapClasses from './devices-map.module.css'
import classes from './location-history.module.css'
import { extentOfPlaces } from './places.ts'
import { usePlayback } from './use-playback.ts'

const margin = 40
const nearest = 13

function passagesQuery(id: number, range: Range) {
  return {
    queryKey: ['devices', 'one', id, 'location-history', range],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Passage[]> => {
      const { from, to } = boundsOf(range, Date.now())
      const query = { start_date: formatTime(new Date(from * 1000)), end_date: formatTime(new Date(to * 1000)) }
      const { data } = await call(getLocationHistory, { params: { id }, query: query as never }, signal)
      return data.map(({ created_at, ...place }) => ({ ...place, at: (parseTime(created_at)?.getTime() ?? 0) / 1000 }))
    },
    placeholderData: keepPreviousData,
  }
}

/** The track of a device in a period, coloured by speed, which can be played. */
export function LocationHistory({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('map')
  const [range, setRange] = useState<Range>({ kind: 'preset', preset: defaultPreset })
  const { data, error, refetch, isPlaceholderData } = useQuery(passagesQuery(id, range))
  const [map, setMap] = useState<MapOf | null>(null)
  const [failed, setFailed] = useState(false)
  const draw = useRef<{ track: (passages: readonly Passage[]) => void; mark: (mark: PlaceMark | null) => void } | null>(
    null,
  )
  const passages = data ?? none
  const { index, seek, playing, toggle } = usePlayback(passages)
  const passage = passages[index]

  /** The period that the map was fitted to: later passages of the same period do not move the map. */
  const fitted = useRef<Range>(null)
  useEffect(() => {
    if (!map) return
    draw.current?.track(passages)
    if (isPlaceholderData || fitted.current === range) return
    const extent = extentOfPlaces(passages)
    if (extent) {
      const { west, south, east, north } = extent
      map.fitBounds([west, south, east, north], { padding: margin, maxZoom: nearest, animate: false })
      fitted.current = range
    }
  }, [map, passages, range, isPlaceholderData])
  useEffect(() => {
    if (map) draw.current?.mark(passage ? { ...passage, status: 'online', accuracy: null } : null)
  }, [map, passage])
  const ready = useCallback((made: MapOf) => {
    draw.current = { track: addTrack(made), mark: addPlaceMark(made) }
    setMap(made)
    return () => {
      fitted.current = null
      setMap(null)
    }
  }, [])
  const speed = passage && (passage.speed === null ? t('history.noSpeed') : `${Math.round(passage.speed)} km/h`)
  const time = passage && formatDate(new Date(passage.at * 1000))
  return (
    <div className={classes.window}>
      <RangePicker
        range={range}
        onChange={(next) => {
          setRange(next)
          seek(passages.length - 1)
        }}
      />
      {error && !data ? (
        <ErrorState title={t('history.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.map}>
          {failed ? (
            <p className={mapClasses.noMap}>{t('noMap')}</p>
          ) : (
            <MapCanvas
              label={t('history.map', { name })}
              camera={{ longitude: 15, latitude: 30, zoom: 1 }}
              onReady={ready}
              onFailed={() => setFailed(true)}
            />
          )}
          {data && passages.length === 0 ? (
            <div className={classes.none}>
              <EmptyState
                icon={<IconMapPinOff size={22} stroke={1.6} />}
                title={t('history.none')}
                text={t('history.noneText', { days: groupRetention.gps })}
              />
            </div>
          ) : null}
        </div>
      )}
      {passage ? (
        <div className={classes.player}>
          <IconButton label={t(playing ? 'history.pause' : 'history.play')} onClick={toggle}>
            {playing ? <IconPlayerPause size={18} stroke={1.8} /> : <IconPlayerPlay size={18} stroke={1.8} />}
          </IconButton>
          <input
            type="range"
            aria-label={t('history.time')}
            aria-valuetext={`${time}, ${speed}`}
            min={0}
            max={passages.length - 1}
            value={index}
            onChange={(event) => seek(Number(event.target.value))}
          />
          <output>{t('history.at', { time, speed })}</output>
        </div>
      ) : null}
      <ul className={classes.legend} aria-label={t('history.legend')}>
        <li>{t('history.legend')}</li>
        {speedColours.map((colour, step) => {
          const limit = speedSteps[step]
          return (
            <li key={colour}>
              <span style={{ background: `var(${colour})` }} />
              {limit === undefined
                ? t('history.faster', { speed: speedSteps.at(-1) })
                : `${step === 0 ? 0 : speedSteps[step - 1]}–${limit}`}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const none: readonly Passage[] = []
