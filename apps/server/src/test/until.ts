import { setTimeout as delay } from 'node:timers/promises'
import { patience } from '@longreach/contract/test-patience'

/** Polls until the condition holds; fails with its source after `within` milliseconds. */
export async function until(condition: () => unknown, within: number = patience.condition): Promise<void> {
  const deadline = Date.now() + within
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`never became true: ${condition}`)
    await delay(10)
  }
}
