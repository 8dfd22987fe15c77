const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const at = (from: number) => linear(Number.parseInt(color.slice(from, from + 2), 16) / 255)
  return 0.2126 * at(1) + 0.7152 * at(3) + 0.0722 * at(5)
}

/** Contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Black or white, whichever is easier to read on the colour: one of them always has a contrast of 4.5 or more. */
export function textOn(color: string): string {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000'
}
