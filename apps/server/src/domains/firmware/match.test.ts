import { models } from '@longreach/contract/link/models'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparison, type DeviceFacts, fits } from './match.ts'

const board = fc.constantFrom('glinet,gl-mt300n-v2', 'teltonika,rutx', 'linksys,wrt32x')
const family = fc.constantFrom('RUTX', 'RUT9M', 'TRB14X')
const version = fc.constantFrom('00.07.05', '00.07.06', '00.07.06.10', '01.07.06')
const rutos = fc.tuple(family, version).map(([name, numbers]) => `${name}_R_${numbers}`)
const openwrt = fc.constantFrom('OpenWrt 23.05.3 r23809-234f1a2efa', 'OpenWrt 22.03.5', '23.05.3')
/** Text that a device may report, plausible or arbitrary. */
const said = (words: fc.Arbitrary<string>) => fc.option(fc.oneof(words, fc.string({ maxLength: 64 })))
const device: fc.Arbitrary<DeviceFacts> = fc.record({
  model: said(fc.constantFrom('RUTX11', 'RUT956', 'GL.iNet GL-MT300N-V2')),
  firmware: said(fc.oneof(rutos, openwrt)),
  board: said(board),
})
const image = fc.record({
  version: fc.option(fc.oneof(rutos, openwrt)),
  boards: fc.uniqueArray(board, { maxLength: 3 }),
})

test('an image is only for a device that says so: by its family, or by its board', () => {
  fc.assert(
    fc.property(image, device, (one, other) => {
      const [, ofImage] = /^(\w+?)_R_/.exec(one.version ?? '') ?? []
      const fit = fits(one, other)
      if (fit === 'fits') {
        const words = JSON.stringify([other.model, other.firmware]).toUpperCase()
        const byFamily = ofImage !== undefined && (words.includes(`${ofImage}_`) || other.model !== null)
        expect(byFamily || (one.boards as string[]).includes(other.board ?? '')).toBe(true)
      }
      if (!other.model && !other.firmware && !other.board) expect(fit).toBe('unknown')
      if (ofImage === undefined && one.boards.length === 0) expect(fit).toBe('unknown')
    }),
    { numRuns: 3000 },
  )
})

test('every model of the catalogue takes the images of its family, and of no other', () => {
  for (const { model, firmware_family } of models) {
    if (firmware_family === null) continue
    const says = { model, firmware: null, board: null }
    expect(fits({ version: `${firmware_family}_R_00.07.06`, boards: [] }, says)).toBe('fits')
    expect(fits({ version: 'NONE_R_00.07.06', boards: [] }, says)).toBe('other')
  }
})

test.each([
  [
    'a family of the firmware that the model does not have',
    'RUT9_R_00.07.06',
    [],
    'RUT955',
    'RUT9_R_00.06',
    null,
    'fits',
  ],
  ['another family', 'RUTX_R_00.07.06', [], 'RUT956', 'RUT9M_R_00.07.06', null, 'other'],
  ['a board of the image', 'OpenWrt 23.05.3', ['a,b', 'c,d'], 'Box', 'OpenWrt 22.03.5', 'c,d', 'fits'],
  ['another board', 'OpenWrt 23.05.3', ['a,b'], 'Box', 'OpenWrt 22.03.5', 'c,d', 'other'],
  ['no board', 'OpenWrt 23.05.3', ['a,b'], 'Box', 'OpenWrt 22.03.5', null, 'unknown'],
  [
    'a family and a device without one: its board decides',
    'RUTX_R_00.07.06',
    ['a,b'],
    'Box',
    'OpenWrt 22',
    'a,b',
    'fits',
  ],
  ['a device that says nothing', 'RUTX_R_00.07.06', [], null, null, null, 'unknown'],
])('%s', (_, stated, boards, model, firmware, name, fit) => {
  expect(fits({ version: stated, boards }, { model, firmware, board: name })).toBe(fit)
})

test('an image is newer, older or the same as what a device has, or neither is known', () => {
  const compared = (stated: string | null, firmware: string | null) => comparison({ version: stated }, { firmware })
  expect(compared('RUTX_R_00.07.06.10', 'RUTX_R_00.07.06.3')).toBe('newer')
  expect(compared('RUTX_R_00.07.06.3', 'RUTX_R_00.07.06.10')).toBe('older')
  expect(compared('RUTX_R_00.07.06.10', 'RUTX_R_00.07.06.10')).toBe('same')
  expect(compared('OpenWrt 23.05.0', 'OpenWrt 23.05.0-rc1')).toBe('newer')
  expect(compared('OpenWrt SNAPSHOT r26657-531b3f667c', 'OpenWrt SNAPSHOT r26450-6510eb3b5d')).toBe('newer')
  expect(compared(null, 'RUTX_R_00.07.06.10')).toBe('unknown')
  expect(compared('RUTX_R_00.07.06.10', 'OpenWrt 23.05.3')).toBe('unknown')
  expect(compared('OpenWrt 23.05.3 r2-a', '')).toBe('unknown')
  fc.assert(
    fc.property(rutos, rutos, (one, other) => {
      const reverse = { same: 'same', newer: 'older', older: 'newer', unknown: 'unknown' }
      expect(comparison({ version: other }, { firmware: one })).toBe(
        reverse[comparison({ version: one }, { firmware: other })],
      )
    }),
  )
})
