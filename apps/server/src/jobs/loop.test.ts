import { expect, test } from 'vitest'
import { until } from '../test/until.ts'
import { createLoop } from './loop.ts'

const quiet = { error: () => {} }

test('runs at the start, again and again, never twice at a time, and not after its end', async () => {
  let runs = 0
  let parallel = 0
  const loop = createLoop({
    name: 'test',
    every: 1,
    async run() {
      expect(++parallel).toBe(1)
      runs++
      await new Promise((resolve) => setImmediate(resolve))
      parallel--
    },
    log: quiet,
  })
  loop.start()
  await until(() => runs >= 5)
  await loop.stop()
  const ended = runs
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(runs).toBe(ended)
})

test('a call wakes it, also one that comes while it runs', async () => {
  let wake = () => {}
  let finish = () => {}
  let runs = 0
  const loop = createLoop({
    name: 'test',
    every: 3_600_000,
    run: () => {
      runs++
      return new Promise((resolve) => {
        finish = resolve
      })
    },
    wakes(call) {
      wake = call
      return () => {}
    },
    log: quiet,
  })
  loop.start()
  await until(() => runs === 1)
  wake()
  finish()
  await until(() => runs === 2)
  finish()
  // Calls without a pause do not keep it from running.
  await until(() => {
    wake()
    return runs === 3
  })
  finish()
  await loop.stop()
})

test('what fails is tried again, and logged', async () => {
  const logged: string[] = []
  let runs = 0
  const loop = createLoop({
    name: 'test',
    every: 1,
    run: async () => {
      if (++runs === 1) throw new Error('the database is unavailable')
    },
    log: { error: (_, message) => void logged.push(message) },
  })
  loop.start()
  await until(() => runs >= 2)
  await loop.stop()
  expect(logged).toEqual(['test failed, retrying'])
})
