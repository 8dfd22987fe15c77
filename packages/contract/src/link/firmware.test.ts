import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareFirmware, familyOf, parseFirmware, sameFirmware } from './firmware.ts'

const number = fc.integer({ min: 0, max: 99 })
const twoDigits = (value: number) => String(value).padStart(2, '0')
const numbers = fc.array(number, { minLength: 1, maxLength: 4 })
const rutos = fc
  .tuple(fc.constantFrom('RUTX', 'RUT9M', 'TRB14X', 'TSW2'), fc.constantFrom('00', '01'), numbers)
  .map(([family, client, parts]) => `${family}_R_${[client, ...parts.map(twoDigits)].join('.')}`)
const openwrt = fc
  .tuple(numbers, fc.constantFrom('', '', '-rc1', '-rc2'), fc.option(fc.integer({ min: 1, max: 40_000 })))
  .map(
    ([parts, mark, commits]) =>
      `OpenWrt 23.${parts.join('.')}${mark}${commits === null ? '' : ` r${commits}-0123abcd`}`,
  )
const snapshot = fc
  .tuple(fc.constantFrom('', '23.5-', '22.3-'), fc.integer({ min: 1, max: 40_000 }))
  .map(([branch, commits]) => `OpenWrt ${branch}SNAPSHOT r${commits}-0123abcd`)
/** Text that a device may send: arbitrary, or similar to a name. */
const hostile = fc.oneof(
  fc.string({ maxLength: 64 }),
  fc.string({ maxLength: 64, unit: 'binary' }),
  fc
    .array(fc.constantFrom('RUTX', '_', 'R', '0', '00', '.', '9', ' ', '-', 'r'), { maxLength: 40 })
    .map((all) => all.join('')),
)
const name = fc.oneof(rutos, openwrt, snapshot, hostile)

test('any two names compare alike in both directions, and the same firmware is neither older nor newer', () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(sameFirmware(one, other)).toBe(sameFirmware(other, one))
      const order = compareFirmware(one, other)
      const reverse = compareFirmware(other, one)
      expect(reverse === undefined ? undefined : 0 - reverse).toBe(order)
      if (sameFirmware(one, other)) expect(order).toBe(0)
    }),
    { numRuns: 3000 },
  )
})

test('every name is the same firmware as itself, unless it is empty', () => {
  fc.assert(
    fc.property(name, (one) => {
      expect(sameFirmware(one, one)).toBe(one.trim() !== '')
      expect(sameFirmware(one, ` ${one.toLowerCase()} `)).toBe(sameFirmware(one, one))
    }),
  )
})

test('names of one family are ordered by their numbers after the client code, whatever their length', () => {
  fc.assert(
    fc.property(numbers, numbers, fc.constantFrom('00', '07'), (one, other, client) => {
      const named = (parts: number[]) => `RUTX_R_${[client, ...parts.map(twoDigits)].join('.')}`
      const length = Math.max(one.length, other.length)
      const padded = (parts: number[]) =>
        [...parts, ...Array<number>(length - parts.length).fill(0)].map(twoDigits).join()
      const expected = padded(one) === padded(other) ? 0 : padded(one) < padded(other) ? -1 : 1
      expect(compareFirmware(named(one), named(other))).toBe(expected)
      expect(sameFirmware(named(one), named(other))).toBe(expected === 0)
    }),
  )
})

test('the order is transitive', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(rutos, openwrt), { minLength: 3, maxLength: 3 }), ([a = '', b = '', c = '']) => {
      const order = compareFirmware(a, b)
      if (order === undefined || order !== compareFirmware(b, c) || order === 0) return
      expect(compareFirmware(a, c)).toBe(order)
    }),
    { numRuns: 3000 },
  )
})

test('a name of any length is read in linear time', () => {
  for (const part of ['0.', 'A_', '_R_', 'R_00.', ' 1', '-r1', 'SNAPSHOT', '-rc1'])
    expect(() => parseFirmware(part.repeat(200_000))).not.toThrow()
})

test.each([
  ['RUTX_R_00.07.06.10', 'RUTX_R_00.07.06.10', true, 0],
  ['RUTX_R_00.07.06.3', 'RUTX_R_00.07.06.10', false, -1],
  ['RUTX_R_00.07.06', 'RUTX_R_00.07.06.0', true, 0],
  ['RUTX_R_00.07.24', 'RUTX_R_00.07.06.21', false, 1],
  ['RUTX_R_01.07.06', 'RUTX_R_00.07.06', false, 0],
  ['RUTX_T_R72_00.07.06', 'RUTX_R_00.07.06', false, 0],
  ['RUTX_R_00.07.06', 'RUT9M_R_00.07.06', false, undefined],
  ['RUTX_R_00.07.06', 'OpenWrt 23.05.3', false, undefined],
  ['OpenWrt 23.05.3 r23809-234f1a2efa', 'OpenWrt 23.05.3 r23809-234f1a2efa', true, 0],
  ['23.05.3', 'OpenWrt 23.05.3 r23809-234f1a2efa', true, 0],
  ['OpenWrt 23.05.3 r23809-234f1a2efa', 'OpenWrt 23.05.3 r23810-0000000000', false, -1],
  ['OpenWrt 23.05.0-rc3 r23389-5deed175a5', 'OpenWrt 23.05.0 r23497-6637af95aa', false, -1],
  ['OpenWrt 22.03.5', 'OpenWrt 23.05.0', false, -1],
  ['OpenWrt SNAPSHOT r25000-0011223344', 'OpenWrt SNAPSHOT r25000-0011223344', true, 0],
  ['OpenWrt SNAPSHOT r25000-0011223344', 'OpenWrt SNAPSHOT r25001-0011223344', false, -1],
  ['OpenWrt SNAPSHOT', 'OpenWrt SNAPSHOT r25001-0011223344', false, 0],
  ['OpenWrt 23.05.0', 'OpenWrt 23.05.0-rc1', false, 1],
  ['OpenWrt 23.05.0-rc2', 'OpenWrt 23.05.0-rc1', false, 1],
  ['OpenWrt 23.05.0-rc10', 'OpenWrt 23.05.0-rc9 r23389-5deed175a5', false, 1],
  ['OpenWrt 23.05.0-rc1', 'OpenWrt 23.05.0-rc1 r23389-5deed175a5', true, 0],
  ['OpenWrt 23.05.0-rc1', 'OpenWrt 22.03.5', false, 1],
  ['Gargoyle 1.14.0-beta2', 'Gargoyle 1.14.0-rc1', false, -1],
  ['OpenWrt 23.05-SNAPSHOT r24000-0011223344', 'OpenWrt 23.05.3 r23809-234f1a2efa', false, 1],
  ['OpenWrt 23.05-SNAPSHOT r23800-0011223344', 'OpenWrt 23.05.3 r23809-234f1a2efa', false, -1],
  ['OpenWrt 23.05-SNAPSHOT r24000-0011223344', 'OpenWrt 22.03.5', false, 1],
  ['OpenWrt 23.05-SNAPSHOT', 'OpenWrt 23.05.0', false, 0],
  ['OpenWrt SNAPSHOT r26657-531b3f667c', 'OpenWrt 23.05.3 r23809-234f1a2efa', false, 1],
  ['OpenWrt SNAPSHOT r26657-531b3f667c', 'OpenWrt 23.05.3', false, 0],
  ['LEDE SNAPSHOT r3000-0011223344', 'OpenWrt SNAPSHOT r26657-531b3f667c', false, undefined],
  ['LEDE 17.01.7', 'OpenWrt 23.05.0', false, undefined],
  ['', '', false, undefined],
])('%j and %j: same %s, order %s', (one, other, same, order) => {
  expect([sameFirmware(one, other), compareFirmware(one, other)]).toEqual([same, order])
})

test('a RutOS name says the family', () => {
  expect(['RUTX_R_00.07.06', 'rut9m_r_00.07', 'OpenWrt 23.05.3', '<script>'].map(familyOf)).toEqual([
    'RUTX',
    'RUT9M',
    undefined,
    undefined,
  ])
})
