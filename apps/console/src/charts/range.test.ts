import { describe, expect, test } from 'vitest'
import { boundsOf, readRange, writeRange, zoomTo } from './range.ts'

describe('chart range', () => {
  test('the URL names a preset or two times; anything invalid gives a day', () => {
    expect(readRange({ range: '7d' })).toEqual({ kind: 'preset', preset: '7d' })
    expect(readRange({ from: '1000', to: '9000' })).toEqual({ kind: 'fixed', from: 1000, to: 9000 })
    for (const odd of [{}, { range: 'toString' }, { from: '9', to: '1' }, { from: 'x', to: '9' }]) {
      expect(readRange(odd)).toEqual({ kind: 'preset', preset: '24h' })
    }
  })

  test('a range survives the way into the address and back, and leaves the rest alone', () => {
    for (const range of [{ kind: 'preset', preset: '1h' } as const, { kind: 'fixed', from: 60, to: 600 } as const]) {
      const search = writeRange({ type: 'state', range: '30d', from: '1' }, range)
      expect(search.type).toBe('state')
      expect(readRange(search)).toEqual(range)
    }
  })

  test('a preset ends now', () => {
    expect(boundsOf({ kind: 'preset', preset: '1h' }, 7_200_500)).toEqual({ from: 3600, to: 7200 })
  })

  test('a drag in either direction zooms, an accidental one does not', () => {
    expect(zoomTo(900.5, 100.2)).toEqual({ kind: 'fixed', from: 100, to: 901 })
    expect(zoomTo(100, 110)).toBeNull()
  })
})
