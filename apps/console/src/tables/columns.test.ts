import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GridColumn, moveColumn, pinColumn, readSettings } from './columns.ts'

const column = (id: string, more: Partial<GridColumn<unknown>> = {}): GridColumn<unknown> => ({
  id,
  label: id,
  width: 100,
  cell: () => null,
  ...more,
})
const columns = [column('name', { pinned: true }), column('a'), column('b', { hidden: true }), column('c')]

describe('columns', () => {
  test('nothing stored gives the order and visibility of the table', () => {
    expect(readSettings(null, columns)).toEqual({
      order: ['name', 'a', 'b', 'c'],
      hidden: ['b'],
      pinned: [],
      widths: {},
    })
  })

  test('a stored order is applied; a newer column is where the table has it', () => {
    expect(readSettings({ order: ['c', 'a', 'gone'], hidden: [] }, columns).order).toEqual(['name', 'c', 'a', 'b'])
  })

  test('the pinned column can be neither hidden nor moved', () => {
    const settings = readSettings({ order: ['a', 'name'], hidden: ['name'] }, columns)
    expect(settings.order[0]).toBe('name')
    expect(settings.hidden).toEqual([])
    expect(moveColumn(settings, 'name', 1, 1)).toBe(settings)
    expect(moveColumn(settings, 'a', -1, 1)).toBe(settings)
    expect(moveColumn(settings, 'a', 1, 1).order).toEqual(['name', 'b', 'a', 'c'])
  })

  test('pinned columns are after those of the table and move among themselves, up to a limit', () => {
    const settings = readSettings({ order: ['c', 'a', 'b'], pinned: ['b', 'a', 'name', 'gone'] }, columns)
    expect([settings.order, settings.pinned]).toEqual([
      ['name', 'a', 'b', 'c'],
      ['b', 'a'],
    ])
    expect(moveColumn(settings, 'b', 1, 1)).toBe(settings)
    expect(moveColumn(settings, 'b', -1, 1).order).toEqual(['name', 'b', 'a', 'c'])
    expect(pinColumn(settings, 'b').pinned).toEqual(['a'])
    const many = ['x', 'y', 'z', 'q'].reduce(pinColumn, { ...settings, pinned: [] })
    expect(many.pinned).toEqual(['x', 'y', 'z'])
  })

  test('the actions of a row stay after all other columns', () => {
    const all = [column('name', { pinned: true }), column('act', { end: true }), column('a'), column('b')]
    const settings = readSettings({ order: ['act', 'b', 'a'], hidden: ['act'], pinned: ['act'] }, all)
    expect(settings).toEqual({ order: ['name', 'b', 'a', 'act'], hidden: [], pinned: [], widths: {} })
    expect(moveColumn(settings, 'a', 1, 1, 1)).toBe(settings)
  })

  test('whatever was stored, every column is listed exactly once', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        expect([...readSettings(stored, columns).order].sort()).toEqual(['a', 'b', 'c', 'name'])
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.constantFrom('name', 'a', 'b', 'c', 'x')), (order) => {
        expect([...readSettings({ order, hidden: order }, columns).order].sort()).toEqual(['a', 'b', 'c', 'name'])
      }),
    )
  })
})
