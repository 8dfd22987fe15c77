const corners = 64
const metresOfDegree = 111_320

export interface Circle {
  longitude: number
  latitude: number
  /** In metres. */
  radius: number
}

/** Degrees of latitude and of longitude that the radius spans. */
export function degreesOf({ latitude, radius }: Circle): { height: number; width: number } {
  const height = radius / metresOfDegree
  return { height, width: height / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01) }
}

/** Corners of a polygon that draws a circle on the ground. */
export function cornersOf(circle: Circle): number[][] {
  const { longitude, latitude } = circle
  const { height, width } = degreesOf(circle)
  return Array.from({ length: corners + 1 }, (_, corner) => {
    const angle = (2 * Math.PI * (corner % corners)) / corners
    return [longitude + width * Math.cos(angle), latitude + height * Math.sin(angle)]
  })
}
