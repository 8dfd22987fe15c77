import { neutralBrand } from './neutral.ts'
import { contrast, oklchToHex, parseHex, rgbToOklch } from './oklch.ts'

export const defaultColour = neutralBrand.color

/** White text must be readable on the action colour. */
const whiteTextContrast = 4.6

/** Lightest to darkest; white text is on `6`, links are `6` on light and `3` on dark. */
export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string]

export interface BrandRamp {
  shades: Ramp
  /** The brand's own colour, unchanged: the logo tile uses it even if it is too light for text. */
  brand: string
  /** Hue in degrees for the tint of neutral surfaces; chroma 0 for a grey brand. */
  hue: number
  neutralChroma: number
}

const lighterSteps = [0.97, 0.93, 0.86, 0.77, 0.68, 0.59] as const
const darkerSteps = [0.055, 0.105, 0.16] as const

/** Ten shades of one brand colour; an invalid one is replaced by the default. */
export function createRamp(colour: string): BrandRamp {
  const rgb = parseHex(colour) ?? (parseHex(defaultColour) as [number, number, number])
  const brand = rgbToOklch(rgb)
  const action = { ...brand }
  while (contrast('#ffffff', oklchToHex(action)) < whiteTextContrast) action.l -= 0.004
  const lighter = lighterSteps.map((step) => {
    // The light shades keep their distance even if the brand itself is dark or light.
    const l = Math.max(step, action.l + 0.02)
    const share = (1 - l) / Math.max(0.05, 1 - action.l)
    return oklchToHex({ l, c: brand.c * Math.min(1, share * 1.15), h: brand.h })
  })
  const darker = darkerSteps.map((step) => oklchToHex({ ...action, l: Math.max(0.08, action.l - step) }))
  return {
    shades: [...lighter, oklchToHex(action), ...darker] as unknown as Ramp,
    brand: oklchToHex(brand),
    hue: Math.round(brand.h),
    neutralChroma: brand.c < 0.02 ? 0 : 1,
  }
}
