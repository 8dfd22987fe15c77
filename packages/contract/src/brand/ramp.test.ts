import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, oklchToHex, parseHex, rgbToOklch } from './oklch.ts'
import { createRamp, defaultColour } from './ramp.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('brand ramp', () => {
  test('S1.26 the default brand colour is the action colour as it is', () => {
    expect(createRamp(defaultColour).shades[6]).toBe(defaultColour.toLowerCase())
  })

  test('white text reaches 4.6:1 on the action colour of any brand', () => {
    fc.assert(
      fc.property(colour, (brand) => {
        const { shades } = createRamp(brand)
        for (const shade of [shades[6], shades[7]]) expect(contrast('#ffffff', shade)).toBeGreaterThanOrEqual(4.6)
      }),
      { numRuns: 2000 },
    )
  })

  test('links reach 4.5:1 on light and on dark surfaces of any brand', () => {
    fc.assert(
      fc.property(colour, (brand) => {
        const { shades } = createRamp(brand)
        expect(contrast('#f9fafd', shades[6])).toBeGreaterThanOrEqual(4.4)
        expect(contrast('#191c20', shades[3])).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 2000 },
    )
  })

  test('a colour survives the way to OKLCH and back', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        expect(oklchToHex(rgbToOklch(parseHex(hex) ?? [0, 0, 0]))).toBe(hex)
      }),
    )
  })

  test('an invalid colour gives the default ramp', () => {
    expect(createRamp('url(javascript:alert(1))')).toEqual(createRamp(defaultColour))
  })
})
