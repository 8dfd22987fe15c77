import { linkTimes } from '@longreach/contract/link/limits'
import { expect, test } from 'vitest'
import { createBusy } from './busy.ts'
import { defaultLimits } from './limits.ts'
import { createTokenBucket } from './token-bucket.ts'

const devices = 100_000
/** Seconds of the first wait that a node with so many devices asks for. */
const spread = 30

/** A deterministic sequence (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * A node is down for ten seconds and 100,000 agents lose it at once. They wait as agent/lib/55-backoff.sh defines,
 * which the agent's own tests verify. The node handles so many handshakes per second, closes any excess, and admits and
 * refuses as the gateway does.
 */
function storm(handshakes: number) {
  const random = seeded(handshakes)
  let clock = 0
  const now = () => clock * 1000
  const admission = createTokenBucket({ ...defaultLimits.admission, now })
  const busy = createBusy({ rate: defaultLimits.admission.rate, now, random })
  const due: { failures: number }[][] = []
  const plan = (device: { failures: number }, seconds: number) => {
    const at = clock + Math.floor(seconds)
    due[at] ??= []
    due[at].push(device)
  }
  const again = (device: { failures: number }) => {
    plan(device, 1 + random() * Math.min(linkTimes.retryMax, spread * 2 ** device.failures))
    device.failures++
  }
  for (let one = 0; one < devices; one++) again({ failures: 0 })
  const arrivals: number[] = []
  let online = 0
  for (; online < devices * 0.999; clock++) {
    const here = due[clock] ?? []
    arrivals.push(here.length)
    let made = 0
    for (const device of here) {
      if (clock < 10 || ++made > handshakes) again(device)
      else if (admission.take()) online++
      else plan(device, busy().retry + 1 + random() * spread)
    }
    if (clock > 3 * 3600) throw new Error(`only ${online} are back`)
  }
  const most = (from: number, to: number) => Math.max(...arrivals.slice(from, to))
  return {
    took: clock,
    first: most(0, 60),
    later: most(clock / 2, clock),
    tries: arrivals.reduce((a, b) => a + b) / devices,
  }
}

test.each([
  ['as many as two shared cores make', 250],
  ['many more than it admits', 5000],
])('100,000 devices that lose their node come back without another wave: handshakes a second %s', (_, handshakes) => {
  const { took, first, later, tries } = storm(handshakes)
  const rate = Math.min(handshakes, defaultLimits.admission.rate)
  // The theoretical minimum; half of the excess is the longest wait of a few devices.
  expect(took).toBeLessThan((devices / rate) * 2 + linkTimes.retryMax)
  expect(first).toBeLessThan((devices / spread) * 1.5)
  expect(later).toBeLessThan(rate * 2)
  expect(tries).toBeLessThan(8)
})

test('a few refused devices come back within half a minute, many within the time they need', () => {
  let clock = 0
  const busy = createBusy({ rate: 300, now: () => clock, random: () => 0.999 })
  expect(busy().retry).toBe(30)
  for (let count = 0; count < 90_000; count++) busy()
  expect(busy().retry).toBe(300)
  clock = 301_000
  expect(busy().retry).toBe(300)
  expect(busy().retry).toBe(300)
  clock = 700_000
  busy()
  expect(busy().retry).toBe(30)
})
