import { describe, expect, test } from 'vitest'
import { beforeOf, causeOf, shownOf } from './history.ts'

const versions = [{ id: 40 }, { id: 30 }, { id: 20 }, { id: 10 }]
const inSync = { state: 'in_sync', intended_id: 40, running_id: 40 } as const
const drifted = { state: 'drifted', intended_id: 20, running_id: 30 } as const

test('what was read first is no change of anyone, what was found later is', () => {
  expect(causeOf({ reason: 'found', seq: 1 })).toBe('first')
  expect(causeOf({ reason: 'found', seq: 2 })).toBe('found')
  expect(causeOf({ reason: 'restore', seq: 1 })).toBe('restore')
})

test('the version before one is the next older that is still there', () => {
  expect([40, 20, 10].map((id) => beforeOf(versions, id))).toEqual([30, 10, null])
})

describe('the version that is shown, and what it is compared with', () => {
  test('is the newest one and the one before it', () => {
    expect(shownOf(versions, inSync, {})).toEqual({ id: 40, from: 30 })
    expect(shownOf([{ id: 10 }], inSync, {})).toEqual({ id: 10, from: null })
    expect(shownOf([], inSync, {})).toBeNull()
  })

  test('is for a device that drifted what it has, and what it is meant to have', () => {
    expect(shownOf(versions, drifted, {})).toEqual({ id: 30, from: 20 })
    expect(shownOf(versions, { ...drifted, state: 'ignored' }, {})).toEqual({ id: 30, from: 20 })
  })

  test('is what was selected, while it exists and is not the same', () => {
    expect(shownOf(versions, drifted, { id: 40 })).toEqual({ id: 40, from: 30 })
    expect(shownOf(versions, drifted, { id: 20, from: 40 })).toEqual({ id: 20, from: 40 })
    expect(shownOf(versions, inSync, { id: 20, from: 20 })).toEqual({ id: 20, from: 10 })
    expect(shownOf(versions, inSync, { id: 5, from: 7 })).toEqual({ id: 40, from: 30 })
  })
})
