import { expect, test } from 'vitest'
import { fieldChanges } from './changes.ts'

test('a change is listed field by field, including added and removed ones, without unchanged ones', () => {
  const before = { name: 'Old', same: 1, gone: null, list: [1] }
  const after = { name: 'New', same: 1, made: 'x', list: [1, 2] }
  expect(fieldChanges({ before, after })).toEqual([
    { field: 'name', before: 'Old', after: 'New' },
    { field: 'gone', before: 'null', after: undefined },
    { field: 'list', before: '[1]', after: '[1,2]' },
    { field: 'made', before: undefined, after: 'x' },
  ])
  expect(fieldChanges({ before: null, after: 'text' })).toEqual([])
})
