import { themeColour } from '../charts/colours.ts'

const clusterSizes = [53, 56, 66, 78, 90] as const

/** Size of a ring in pixels by the number of digits of its count (spec §9). */
export const clusterSize = (digits: number): number =>
  clusterSizes[Math.min(digits, clusterSizes.length) - 1] ?? clusterSizes[0]

/** Number of steps in which the share of offline devices is drawn. */
export const shareSteps = 20

/** Size in pixels that takes a click around a mark, larger than its shape. */
const spotSize = 26

const statusColours = { online: '--online', offline: '--offline', pending: '--pending', idle: '--idle-text' } as const
export type MarkStatus = keyof typeof statusColours

const markPattern = /^cluster-(\d)-(\d+)$/

interface Picture {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** An image of that size in CSS pixels, drawn at the resolution of the screen. */
function draw(size: number, ratio: number, paint: (context: CanvasRenderingContext2D) => void): Picture | null {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.round(size * ratio)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.scale(ratio, ratio)
  paint(context)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** A ring around the count; its red part is the share of offline devices. */
function paintCluster(context: CanvasRenderingContext2D, size: number, share: number) {
  const middle = size / 2
  const radius = size * 0.36
  const circle = (from: number, to: number, colour: string, width: number) => {
    context.beginPath()
    context.arc(middle, middle, radius, from, to)
    context.strokeStyle = colour
    context.lineWidth = width
    context.stroke()
  }
  const start = -Math.PI / 2
  const end = start + 2 * Math.PI * share
  context.beginPath()
  context.arc(middle, middle, radius, 0, 2 * Math.PI)
  context.fillStyle = themeColour('--surface')
  context.fill()
  circle(0, 2 * Math.PI, themeColour('--surface'), 8)
  circle(0, 2 * Math.PI, themeColour('--online'), 4)
  if (share > 0) circle(start, end, themeColour('--offline'), 4)
}

/** Online is a dot; offline a diamond with a cross, so that they differ in more than colour. */
function paintDevice(context: CanvasRenderingContext2D, status: MarkStatus) {
  const middle = spotSize / 2
  const colour = themeColour(statusColours[status])
  context.strokeStyle = themeColour('--surface')
  context.fillStyle = colour
  context.lineWidth = 2
  context.beginPath()
  if (status === 'offline') {
    const reach = 9
    context.moveTo(middle, middle - reach)
    context.lineTo(middle + reach, middle)
    context.lineTo(middle, middle + reach)
    context.lineTo(middle - reach, middle)
    context.closePath()
  } else context.arc(middle, middle, status === 'online' ? 6 : 5, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
  if (status !== 'offline') return
  const arm = 2.6
  context.strokeStyle = '#fff'
  context.lineWidth = 1.6
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(middle - arm, middle - arm)
  context.lineTo(middle + arm, middle + arm)
  context.moveTo(middle + arm, middle - arm)
  context.lineTo(middle - arm, middle + arm)
  context.stroke()
}

/** The image of a mark by its name: `cluster-<digits>-<share in steps>` or `device-<status>`. */
export function pictureOf(name: string, ratio: number): Picture | null {
  const [, digits, steps] = markPattern.exec(name) ?? []
  if (digits) {
    const size = clusterSize(Number(digits))
    return draw(size, ratio, (context) => paintCluster(context, size, Number(steps) / shareSteps))
  }
  const status = name.replace('device-', '')
  if (!(status in statusColours)) return null
  return draw(spotSize, ratio, (context) => paintDevice(context, status as MarkStatus))
}
