import './texts.ts'
import type { Position } from '@longreach/contract/devices/position'
import { parseTime } from '@longreach/contract/time'
import i18next from 'i18next'
import { formatAgo, formatNumber } from '../../../ui/format.ts'
import type { DeviceInView } from './places.ts'

const metres = (distance: number) =>
  distance < 1000 ? `${formatNumber(distance, 0)} m` : `${formatNumber(distance / 1000)} km`

/** Source of a position with its age or accuracy: 'GPS, 3 h ago', 'Mobile cell, within 900 m'. */
export function describePosition({ source, at, accuracy }: Position, now: number): string {
  const time = at ? parseTime(at) : null
  const name =
    source === 'last_gps' || (source === 'gps' && time && now - time.getTime() > freshMs)
      ? i18next.t('map:source.last_gps', { age: time ? formatAgo(time, now) : '' })
      : i18next.t(`map:source.${source}`)
  return accuracy === null ? name : i18next.t('map:source.within', { source: name, distance: metres(accuracy) })
}

/** The same, with the speed of a moving device. */
export function describePlace({ status, speed, position }: DeviceInView, now: number): string {
  const place = position ? describePosition(position, now) : ''
  return status === 1 && speed !== null && speed >= 1
    ? i18next.t('map:speed', { place, speed: Math.round(speed) })
    : place
}

/** Milliseconds up to which the age of a position is not mentioned: devices report every five minutes. */
const freshMs = 15 * 60_000
