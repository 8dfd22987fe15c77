import { cluster, type Places } from '@longreach/contract/devices/place-endpoints'
import type { Bounds } from '@longreach/contract/devices/position'
import { type RawBuilder, sql } from 'kysely'

// Squares of the projected map. The bits of column and row are interleaved, so that `number / 4` is the square one
// level above which contains it. The database function `place_square` uses the same numbers at level 12.

/** Levels at which devices are counted, from coarse to fine. */
export const levels = [3, 6, 9, 12] as const
export const finest = 12
/** Degrees; the map's projection ends there. */
const mostLatitude = 85.05
/** Width of the world in pixels at zoom 0. */
const worldPixels = 512
/** Fraction of a square (one hundred-thousandth) by which the database may round differently. */
const rounding = 1e-5
/** Most squares by which a view is searched. */
const mostCells = 40

/** Number of squares around the world; the last one is cut off. */
const around = (level: number) => (worldPixels * 2 ** level) / cluster.radius

/** The level of groups at a zoom has the same number. */
export const groupLevel = (zoom: number) => Math.min(zoom, finest)

/** Level of the squares, 8 pixels wide, whose mean is the position of a group at a zoom. */
export const partLevel = (zoom: number) => Math.min(zoom + 3, finest)

/** Level of the counts from which they are summed up. */
export const countLevel = (zoom: number) => levels.find((level) => level >= partLevel(zoom)) ?? finest

interface Square {
  column: number
  row: number
}

const columnAt = (longitude: number) => ((longitude + 180) / 360) * around(finest)
const rowAt = (latitude: number) => {
  const most = Math.max(-mostLatitude, Math.min(mostLatitude, latitude))
  return (0.5 - Math.log(Math.tan(Math.PI / 4 + (most * Math.PI) / 360)) / (2 * Math.PI)) * around(finest)
}
const longitudeAt = (column: number, level: number) => (column / around(level)) * 360 - 180
const latitudeAt = (row: number, level: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / around(level)))) * 180) / Math.PI

const wholeWithin = (value: number) => Math.max(0, Math.min(Math.floor(around(finest)), Math.floor(value)))

function numberOf({ column, row }: Square): number {
  let number = 0
  for (let bit = 0; bit < 16; bit++) number += (((column >> bit) & 1) + 2 * ((row >> bit) & 1)) * 4 ** bit
  return number
}

function squareOf(number: number): Square {
  const square = { column: 0, row: 0 }
  for (let rest = number, bit = 1; rest > 0; rest = Math.floor(rest / 4), bit *= 2) {
    if (rest % 2 === 1) square.column += bit
    if (rest % 4 > 1) square.row += bit
  }
  return square
}

interface Rectangle {
  west: number
  east: number
  north: number
  south: number
}

/** Columns and rows of the finest squares that the bounds touch: two rectangles if they cross the antimeridian. */
function rectanglesOf({ west, south, east, north }: Bounds): Rectangle[] {
  const rows = { north: wholeWithin(rowAt(north) - rounding), south: wholeWithin(rowAt(south) + rounding) }
  const columns = west <= east ? [[west, east] as const] : [[west, 180] as const, [-180, east] as const]
  return columns.map(([from, to]) => ({
    ...rows,
    west: wholeWithin(columnAt(from) - rounding),
    east: wholeWithin(columnAt(to) + rounding),
  }))
}

const above = ({ west, east, north, south }: Rectangle, steps: number): Rectangle => ({
  west: west >> steps,
  east: east >> steps,
  north: north >> steps,
  south: south >> steps,
})

/** First and last numbers of the finest squares in a rectangle, with a few beside it. */
function rangesIn(rectangle: Rectangle): [first: number, last: number][] {
  let steps = 0
  let cells = rectangle
  const count = () => (cells.east - cells.west + 1) * (cells.south - cells.north + 1)
  while (count() > mostCells) cells = above(rectangle, ++steps)
  const numbers: number[] = []
  for (let row = cells.north; row <= cells.south; row++)
    for (let column = cells.west; column <= cells.east; column++) numbers.push(numberOf({ column, row }))
  const ranges: [number, number][] = []
  for (const number of numbers.sort((one, other) => one - other)) {
    const [first, last] = [number * 4 ** steps, (number + 1) * 4 ** steps - 1]
    const before = ranges.at(-1)
    if (before && before[1] + 1 === first) before[1] = last
    else ranges.push([first, last])
  }
  return ranges
}

/** Condition for squares of that level in or near the bounds; an index can use it. */
export function squaresNear(bounds: Bounds, square: RawBuilder<unknown>, level: number = finest): RawBuilder<boolean> {
  const size = 4 ** (finest - level)
  const ranges = rectanglesOf(bounds).flatMap(rangesIn)
  return sql<boolean>`(${sql.join(
    ranges.map(([first, last]) => sql`${square} BETWEEN ${Math.floor(first / size)} AND ${Math.floor(last / size)}`),
    sql` OR `,
  )})`
}

/** Squares of one level with their counts, as parallel arrays. */
export interface Counted {
  square: number[]
  count: number[]
  offline: number[]
}

/** Groups at a zoom, each at the mean of its squares' centres. A group that the bounds touch is included whole. */
export function groupsOf(
  { square, count, offline }: Counted,
  { level, zoom, bounds }: { level: number; zoom: number; bounds: Bounds | undefined },
): NonNullable<Places['groups']> {
  const steps = level - groupLevel(zoom)
  const shown = bounds && rectanglesOf(bounds).map((rectangle) => above(rectangle, finest - groupLevel(zoom)))
  const groups = new Map<number, { column: number; row: number; count: number; offline: number }>()
  for (const [index, number] of square.entries()) {
    const { column, row } = squareOf(number)
    const [x, y, devices] = [column >> steps, row >> steps, count[index] ?? 0]
    const inView = shown?.some(({ west, east, north, south }) => west <= x && x <= east && north <= y && y <= south)
    if (inView === false) continue
    const key = y * 65_536 + x
    const group = groups.get(key) ?? { column: 0, row: 0, count: 0, offline: 0 }
    group.column += (column + 0.5) * devices
    group.row += (row + 0.5) * devices
    group.count += devices
    group.offline += offline[index] ?? 0
    groups.set(key, group)
  }
  const all = [...groups.values()]
  return {
    latitude: all.map((group) => latitudeAt(group.row / group.count, level)),
    longitude: all.map((group) => longitudeAt(group.column / group.count, level)),
    count: all.map((group) => group.count),
    offline: all.map((group) => group.offline),
  }
}
