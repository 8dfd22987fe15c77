import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryAttacks } from '../../apps/server/src/test/memory-attacks.ts'
import { type InspectedServer, startInspectedServer } from '../inspected-server.ts'

/** `npm run bench -- attack` goes on for an hour. */
const rounds = 25
const allowed = 1.2

let server: InspectedServer

beforeAll(async () => {
  server = await startInspectedServer()
})
afterAll(async () => server?.stop())

/** Megabytes that remain once garbage was collected a few times, which also returns pages that V8 keeps otherwise. */
async function remaining(): Promise<number> {
  for (let n = 0; n < 5; n++) await server.heap()
  return server.memory() / 1e6
}

test('the memory that attacks took is given back', async () => {
  // Code that is loaded with the first call of its kind is not growth.
  for (const attack of Object.values(memoryAttacks)) await attack(server)
  const before = await remaining()
  let most = 0
  for (let n = 0; n < rounds; n++) {
    await Promise.all(Object.values(memoryAttacks).map((attack) => attack(server)))
    most = Math.max(most, server.memory() / 1e6)
  }
  const after = await remaining()
  // Otherwise nothing was measured.
  expect(most).toBeGreaterThan(before * allowed)
  expect(after).toBeLessThan(before * allowed)
})
