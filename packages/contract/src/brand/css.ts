import type { BrandRamp } from './ramp.ts'

/** The part of the theme that depends on the brand, as a style sheet. Everything else is in theme.css. */
export function brandCss({ shades, brand, hue, neutralChroma }: BrandRamp): string {
  const list = shades.map((shade, index) => `--brand-${index}:${shade}`).join(';')
  return `:root{${list};--brand:${brand};--hue:${hue};--breath:${neutralChroma}}`
}
