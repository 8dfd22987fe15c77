import { describe, expect, test } from 'vitest'
import { formatUpLine } from '../link/lines.ts'
import { customName, type VariableType, variableTypes } from '../link/template-lines.ts'
import { estimateSize, type Measured, monthSeconds } from './data-size.ts'

const measured = (count: number, type: VariableType, period = 300, metered = false): Measured => ({
  names: Array.from({ length: count }, (_, index) => customName(index + 1)),
  types: Array.from({ length: count }, () => type),
  period,
  metered,
})

describe('the size of what is measured', () => {
  test('S3.58 grows with parameters, falls with the period, and is nothing where nothing is measured', () => {
    expect(estimateSize(measured(0, 'number'))).toEqual({ up: 0, down: 0 })
    expect(estimateSize(measured(9, 'number', 0))).toEqual({ up: 0, down: 0 })
    for (const type of variableTypes)
      for (const metered of [false, true]) {
        let before = { up: 0, down: 0 }
        for (let count = 1; count <= 200; count++) {
          const size = estimateSize(measured(count, type, 300, metered))
          expect(size.up).toBeGreaterThan(before.up)
          expect(size.down).toBeGreaterThanOrEqual(before.down)
          const slower = estimateSize(measured(count, type, 600, metered))
          expect(slower.up).toBeLessThan(size.up)
          before = size
        }
      }
  })

  test('is about what a line and its packets take', () => {
    const values = Array.from({ length: 10 }, (_, index) => index + 0.25)
    const line = formatUpLine({ verb: 'report', boot: 'a1b2c3d4e5f6', seq: 12_345, age: 0, set: 3, values })
    const { up, down } = estimateSize(measured(10, 'number', 3600))
    const each = up / (monthSeconds / 3600)
    // The line, and about as much again for SSH, TCP and IP.
    expect(each).toBeGreaterThan(line.length + 80)
    expect(each).toBeLessThan(line.length * 2 + 180)
    expect(down).toBeLessThan(up)
  })

  test('costs less on a metered connection, where reports share their packets', () => {
    for (const count of [1, 10, 100]) {
      const plain = estimateSize(measured(count, 'number', 60))
      const metered = estimateSize(measured(count, 'number', 60, true))
      expect(metered.up).toBeLessThan(plain.up)
      expect(metered.down * 10).toBeLessThan(plain.down)
    }
  })
})
