import { deviceSorts } from '@longreach/contract/devices/constants'
import { deviceStatistics, listDevices } from '@longreach/contract/devices/endpoints'
import type { QueryInput } from '@longreach/contract/endpoint'
import { startInstallation } from './installation.ts'
import { percentile, thousands } from './numbers.ts'
import { seedDevices } from './seed.ts'

const repeats = 10
const limit = 100

type Query = QueryInput<typeof listDevices>

const filters: Record<string, Query> = {
  all: {},
  offline: { status: 'offline' },
  'one model': { model: 'RUTX11' },
  'on 5G': { connection_type: '5g' },
  'lost power': { offline_reason: 'power' },
  'offline 7 d': { offline_for: '7d' },
  attention: { attention: 'any' },
  'old agent': { attention: 'old_agent' },
}

/** A list of many devices: every sortable column × first, middle and last page × the filters. */
export async function benchList(count = Number(process.argv[3] ?? 1_000_000)): Promise<void> {
  const installation = await startInstallation()
  try {
    const started = performance.now()
    await seedDevices(installation.database.db, count)
    console.log(`${thousands(count)} devices seeded in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    const all: number[] = []
    const first: string[] = []
    for (const [filter, query] of Object.entries(filters)) {
      const { meta } = await installation.admin.call(listDevices, { query: { ...query, limit: 1 } })
      const total = Number(meta.total)
      for (const sort of deviceSorts) {
        const cells: string[] = []
        for (const [page, offset] of [
          ['first', 0],
          ['middle', Math.floor(total / 2)],
          ['last', Math.max(0, total - limit)],
        ] as const) {
          const times: number[] = []
          for (let repeat = 0; repeat <= repeats; repeat++) {
            const startedAt = performance.now()
            const { status, data } = await installation.admin.call(listDevices, {
              query: { ...query, sort, offset, limit },
            })
            if (status !== 200 || data.length !== Math.min(limit, total))
              throw new Error(`${status}: ${data.length} rows`)
            const took = performance.now() - startedAt
            // The first jump into a list may be slow; users scroll with the later ones.
            if (repeat > 0) times.push(took)
            else if (took > 250) first.push(`${filter}, ${sort}, ${page}: ${took.toFixed(0)} ms`)
          }
          all.push(...times)
          cells.push(`${page} ${percentile(times, 0.95).toFixed(0).padStart(4)} ms`)
        }
        console.log(`${filter.padEnd(10)} ${thousands(total).padStart(9)}  ${sort.padEnd(20)} ${cells.join('   ')}`)
      }
    }
    const counts: number[] = []
    for (let repeat = 0; repeat < 50; repeat++) {
      const startedAt = performance.now()
      await installation.admin.call(deviceStatistics, { query: { charts: 'status,offline_reason,attention,actions' } })
      counts.push(performance.now() - startedAt)
    }
    console.log(
      `counts of tiles and of what needs attention: p50 ${percentile(counts, 0.5).toFixed(0)}, p95 ${percentile(counts, 0.95).toFixed(0)} ms`,
    )
    for (const fields of ['id,name', 'id,name,availability']) {
      const times: number[] = []
      for (let repeat = 0; repeat < 50; repeat++) {
        const startedAt = performance.now()
        await installation.admin.call(listDevices, { query: { fields, limit, offset: 100 * repeat } })
        times.push(performance.now() - startedAt)
      }
      console.log(
        `a page with ${fields}: p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
      )
    }
    console.log(
      `p95 of all ${all.length} pages: ${percentile(all, 0.95).toFixed(0)} ms (goal 40), p50 ${percentile(all, 0.5).toFixed(0)} ms`,
    )
    for (const line of first) console.log(`first time slow: ${line}`)
  } finally {
    await installation.stop()
  }
}
