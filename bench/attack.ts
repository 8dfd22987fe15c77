import { setTimeout as delay } from 'node:timers/promises'
import { memoryAttacks, type Target } from '../apps/server/src/test/memory-attacks.ts'
import { startInstallation } from './installation.ts'

const minutes = Number(process.env.MINUTES ?? 60)
/** Milliseconds between two attacks of a kind, and until the server has rested. */
const pause = Number(process.env.PAUSE ?? 1000)
const rest = 60_000
/** Allowed growth of the server's memory, as a ratio. */
const allowed = 1.3

interface Memory {
  rss: number
  heap: number
  external: number
}

async function memoryOf(url: string): Promise<Memory> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1e6
  return {
    rss: megabytes('process_resident_memory_bytes'),
    heap: megabytes('nodejs_heap_size_used_bytes'),
    external: megabytes('nodejs_external_memory_bytes'),
  }
}

const describe = ({ rss, heap, external }: Memory) =>
  `${rss.toFixed(0)} MB, of them ${heap.toFixed(0)} in V8's heap and ${external.toFixed(0)} in buffers`

/** Memory of a server before, during and after an attack of all kinds at once. */
export async function benchAttack(): Promise<void> {
  const installation = await startInstallation({ checkout: process.env.CHECKOUT })
  const { url, gatewayPort, admin } = installation
  const attacks = Object.entries(memoryAttacks)
  const counts: Record<string, number> = {}
  let most = 0
  try {
    const companies = await admin.fetch('/api/companies?limit=1')
    const target: Target = { url, gatewayPort, admin, company: (await companies.json()).data[0].id }
    // Code that is loaded with the first call of its kind is not growth.
    for (const [, attack] of attacks) await attack(target)
    await delay(rest)
    const before = await memoryOf(url)
    console.log(`before: ${describe(before)}`)
    const end = performance.now() + minutes * 60_000
    await Promise.all(
      attacks.map(async ([name, attack]) => {
        while (performance.now() < end) {
          await attack(target)
          counts[name] = (counts[name] ?? 0) + 1
          most = Math.max(most, (await memoryOf(url)).rss)
          await delay(pause)
        }
      }),
    )
    await delay(rest)
    const after = await memoryOf(url)
    console.log(`at most ${most.toFixed(0)} MB; after ${minutes} minutes: ${describe(after)}`)
    console.log(`ratio ${(after.rss / before.rss).toFixed(2)} (goal ${allowed}); ${JSON.stringify(counts)}`)
  } finally {
    await installation.stop()
  }
}
