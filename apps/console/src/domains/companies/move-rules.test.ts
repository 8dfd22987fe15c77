import { describe, expect, test } from 'vitest'
import { refusalOf } from './move-rules.ts'

const source = { id: 5, parent_id: 1, level: 2, levels_below: 1 }

describe('valid drop targets of a dragged company', () => {
  test('not on itself nor on anything below it', () => {
    expect(refusalOf(source, { id: 5, level: 2 }, [5, 1])).toBe('inside')
    expect(refusalOf(source, { id: 9, level: 3 }, [9, 5, 1])).toBe('inside')
  })

  test('not where it is already', () => {
    expect(refusalOf(source, { id: 1, level: 1 }, [1])).toBe('same')
    expect(refusalOf({ ...source, parent_id: null, level: 1 }, null, [])).toBe('same')
  })

  test('not below the last level, nor where its subtree would exceed it', () => {
    expect(refusalOf(source, { id: 7, level: 3 }, [7, 6, 2])).toBe('last')
    expect(refusalOf(source, { id: 6, level: 2 }, [6, 2])).toBe('deep')
    expect(refusalOf({ ...source, levels_below: 0 }, { id: 6, level: 2 }, [6, 2])).toBeNull()
    expect(refusalOf({ ...source, parent_id: null, level: 1, levels_below: 2 }, { id: 2, level: 1 }, [2])).toBe('deep')
  })

  test('below another parent, and to the first level', () => {
    expect(refusalOf(source, { id: 2, level: 1 }, [2])).toBeNull()
    expect(refusalOf(source, null, [])).toBeNull()
  })
})
