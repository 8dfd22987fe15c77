const cache = new Map<string, string>()

/** Converts a CSS colour to rgb by painting a pixel: the chart library cannot read oklch(). */
function toRgb(colour: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return colour
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data
  return `rgba(${r},${g},${b},${((a ?? 255) / 255).toFixed(3)})`
}

/** A theme variable such as `--line`, in a format that the chart library can read. */
export function themeColour(name: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  const known = cache.get(value)
  if (known) return known
  const probe = document.createElement('span')
  probe.style.color = value
  document.body.append(probe)
  const rgb = toRgb(getComputedStyle(probe).color)
  probe.remove()
  cache.set(value, rgb)
  return rgb
}
