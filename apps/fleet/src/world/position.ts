import { chance, wander } from '../prng.ts'
import type { DeviceSpec, Route } from '../spec.ts'

export interface Position {
  latitude: number
  longitude: number
  /** km/h */
  speed: number
  /** Degrees from north. */
  course: number
  /** Kilometres from the start of the route. */
  along: number
  /** Completed part of the route, 0 … 1. */
  progress: number
}

type Point = readonly [latitude: number, longitude: number]
const kmPerDegree = 111.2
const radians = Math.PI / 180

function leg([lat1, lon1]: Point, [lat2, lon2]: Point) {
  const north = (lat2 - lat1) * kmPerDegree
  const east = (lon2 - lon1) * kmPerDegree * Math.cos(lat1 * radians)
  return { length: Math.hypot(north, east), course: (Math.atan2(east, north) / radians + 360) % 360 }
}

export function routeLength(route: Route): number {
  return route.points.slice(1).reduce((sum, point, index) => sum + leg(route.points[index] ?? point, point).length, 0)
}

/** Part of a round trip spent waiting at each end. */
const dwell = 0.08

function pointAt(route: Route, along: number): { point: Point; course: number } {
  let rest = along
  for (const [index, to] of route.points.slice(1).entries()) {
    const from = route.points[index] ?? to
    const { length, course } = leg(from, to)
    if (rest <= length || index === route.points.length - 2) {
      const part = length > 0 ? Math.min(1, rest / length) : 0
      return { point: [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part], course }
    }
    rest -= length
  }
  return { point: route.points[0] ?? [0, 0], course: 0 }
}

/** Position of a device: fixed, or along its route, to and fro with a rest at both ends. */
export function positionOf(spec: DeviceSpec, seconds: number): Position {
  const { route, place, seed } = spec
  if (!route) return { latitude: place[0], longitude: place[1], speed: 0, course: 0, along: 0, progress: 0 }
  const length = routeLength(route)
  const round = (2 * length * 3600) / (route.speed * 0.8) / (1 - 2 * dwell)
  const phase = (seconds / round + chance(seed, 71)) % 1
  const half = phase < 0.5 ? phase * 2 : (1 - phase) * 2
  const progress = Math.min(1, Math.max(0, (half - dwell) / (1 - 2 * dwell)))
  const moving = progress > 0 && progress < 1
  const { point, course } = pointAt(route, progress * length)
  const drift = 0.00012
  return {
    latitude: point[0] + drift * wander(seed, 72, seconds, 90),
    longitude: point[1] + drift * wander(seed, 73, seconds, 90),
    speed: moving ? Math.max(0, route.speed * (0.85 + 0.35 * wander(seed, 74, seconds, 120))) : 0,
    course: phase < 0.5 ? course : (course + 180) % 360,
    along: progress * length,
    progress,
  }
}
