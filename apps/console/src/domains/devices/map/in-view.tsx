import './texts.ts'
import type { Bounds } from '@longreach/contract/devices/position'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/error.ts'
import type { Search } from '../../../api/search.ts'
import { formatCount } from '../../../ui/format.ts'
import { ErrorState, Skeleton, useDelayed } from '../../../ui/state.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import { useWatch } from '../list/use-watch.ts'
import { statusOf } from '../public/status.ts'
import { StatusMark } from '../status-mark.tsx'
import classes from './in-view.module.css'
import { type DeviceInView, inViewQuery } from './places.ts'
import { describePlace } from './position-text.ts'

interface Props {
  filter: Search
  /** Null until the map reports its bounds. */
  bounds: Bounds | null
  chosen: number | null
  onChoose: (device: DeviceInView) => void
}

/** Milliseconds without movement of the map before its devices are listed. */
const restMs = 250

/** The devices on the visible part of the map, for use by keyboard and without a map. */
export function InView({ filter, bounds, chosen, onChoose }: Props) {
  const { t } = useTranslation('map')
  const navigate = useNavigate()
  const now = useNow()
  const settled = useSettled(bounds, restMs) ?? bounds
  const { data, error, refetch } = useQuery(inViewQuery(filter, settled))
  const delayed = useDelayed()
  const watch = useWatch()
  const devices = data?.devices
  useEffect(() => {
    if (devices) watch(devices)
  }, [devices, watch])

  const open = (id: number) => void navigate({ to: '/devices/$id/activity', params: { id: String(id) } })
  /** Arrow keys go from device to device and show each on the map, Enter opens it. */
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, device: DeviceInView) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      return open(device.id)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const row = event.currentTarget.closest('li')
    const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling
    const button = next?.querySelector('button')
    const other = devices?.[(devices.indexOf(device) ?? 0) + step]
    if (!button || !other) return
    button.focus()
    onChoose(other)
  }
  return (
    <section className={classes.side} aria-label={t('inView')}>
      <header className={classes.head}>
        <strong>{t('inView')}</strong>
        <span>{data ? `${formatCount(data.total)}${data.capped ? '+' : ''}` : ''}</span>
      </header>
      {error && !data ? (
        <ErrorState title={t('inViewFailed')} {...failureOf(error)} onRetry={() => void refetch()} />
      ) : devices?.length === 0 ? (
        <p className={classes.empty}>{t('inViewEmpty')}</p>
      ) : (
        <ul className={classes.list}>
          {devices?.map((device) => (
            <li key={device.id}>
              <button
                type="button"
                className={classes.row}
                aria-pressed={device.id === chosen}
                onClick={() => onChoose(device)}
                onDoubleClick={() => open(device.id)}
                onKeyDown={(event) => onKeyDown(event, device)}
              >
                <span className={classes.name} title={device.name}>
                  {device.name}
                </span>
                <StatusMark status={statusOf(device.status)} reason={device.offline_reason} />
                <span className={classes.place}>{describePlace(device, now)}</span>
              </button>
            </li>
          ))}
          {!devices && delayed
            ? [0, 1, 2, 3].map((row) => (
                <li key={row} className={classes.waiting}>
                  <Skeleton width="60%" />
                </li>
              ))
            : null}
        </ul>
      )}
      {data && data.total > data.devices.length ? (
        <p className={classes.more}>{t('listed', { formatted: formatCount(data.devices.length) })}</p>
      ) : null}
    </section>
  )
}
