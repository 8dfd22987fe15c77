import { afterEach, expect, test, vi } from 'vitest'
import { marksOf } from './places.ts'

afterEach(() => void vi.restoreAllMocks())

test('S9.64 S9.65: marks are made in batches of 2,000, between which the page gets its turn', async () => {
  const turns = vi.spyOn(globalThis, 'setTimeout')
  const numbers = Array.from({ length: 4100 }, (_, at) => at)
  const devices = {
    device_id: numbers,
    latitude: numbers.map((at) => at / 100),
    longitude: numbers.map((at) => at / 50),
    status: numbers.map((at) => at % 2),
  }
  const { features } = await marksOf({ devices, groups: null })
  expect(turns).toHaveBeenCalledTimes(2)
  expect(features.map(({ properties }) => properties)).toEqual(
    numbers.map((id) => ({ id, status: id % 2 === 0 ? 'offline' : 'online' })),
  )
})
