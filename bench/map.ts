import { type Browser, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/client.ts'
import { foldPlaceCounts } from '../apps/server/src/domains/devices/places/square-counts.ts'
import { launchOptions } from '../e2e/chromium.ts'
import { listPlaces } from '../packages/contract/src/devices/place-endpoints.ts'
import { type Installation, startInstallation } from './installation.ts'
import { median, percentile, thousands } from './numbers.ts'
import { seedDevices } from './seed.ts'
import { signedInContext } from './signed-in.ts'

/** Default numbers of devices, without any after `map`. Up to 10,000 are placed individually. */
const usualSizes = [10_000, 100_000, 1_000_000]
const answers = 20
const placedAtOnce = 20_000
const loads = 3
/** Milliseconds of dragging the map. */
const dragged = 3000

/** Places the devices around 300 towns of Europe. */
async function placeDevices(db: Db): Promise<void> {
  const { rows } = await sql<{ last: number }>`SELECT max(id) AS last FROM devices`.execute(db)
  for (let from = 0; from <= (rows[0]?.last ?? 0); from += placedAtOnce)
    await sql`
    UPDATE device_state s SET gps_fix = true, gps_at = now(),
      gps_latitude = 38 + town % 23 + (h % 1000) / 2500.0, gps_longitude = -8 + (town * 7) % 37 + (h / 1000 % 1000) / 1600.0
    FROM (SELECT d.id, abs(hashint4(d.id::int)) AS h, abs(hashint4(d.id::int * 31)) % 300 AS town FROM devices d
      WHERE d.id > ${from} AND d.id <= ${from + placedAtOnce}) AS placed
    WHERE placed.id = s.device_id`.execute(db)
  await foldPlaceCounts(db)
  for (const table of ['device_state', 'device_places', 'device_place_counts', 'device_place_totals'])
    await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(db)
}

/** Milliseconds of responses for the whole world and for a view of 10 by 5 degrees. */
async function answerTimes({ admin }: Installation): Promise<{ world: number[]; view: number[]; bytes: number }> {
  const time = async (query: object) => {
    const startedAt = performance.now()
    const { status, text } = await admin.call(listPlaces, { query })
    if (status !== 200) throw new Error(text)
    return { took: performance.now() - startedAt, bytes: text.length }
  }
  const world: number[] = []
  const view: number[] = []
  let bytes = 0
  for (let round = 0; round < answers; round++) {
    const whole = await time({ zoom: 3 })
    world.push(whole.took)
    bytes = whole.bytes
    view.push((await time({ zoom: 6, bounds: `${round},45,${round + 10},50` })).took)
  }
  return { world, view, bytes }
}

interface Load {
  /** Milliseconds from the navigation until the first groups or devices are drawn. */
  first: number
  /** The same until the complete map is drawn. */
  drawn: number
  /** Milliseconds of the longest task on the page's main thread after the map appeared. */
  longest: number
  /** Milliseconds of each frame while the map is dragged. */
  frames: number[]
}

async function drag(page: Page): Promise<number[]> {
  const box = await page.locator('canvas').boundingBox()
  if (!box) throw new Error('There is no map')
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    let before = performance.now()
    const next = (now: number) => {
      frames.push(now - before)
      before = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const until = Date.now() + dragged
  for (let step = 0; Date.now() < until; step++)
    await page.mouse.move(x + 150 * Math.sin(step / 15), y + 80 * Math.cos(step / 15))
  await page.mouse.up()
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(2))
}

async function loadCold(browser: Browser, { url, admin }: Installation): Promise<Load> {
  const context = await signedInContext(browser, { url, admin })
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const seen = { drawn: 0, longest: 0 }
      Object.assign(window, { seen })
      const canvas = () => document.querySelector('canvas')
      new PerformanceObserver((list) => {
        // The time before there is a map is measured by `page`.
        if (canvas()) for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
      }).observe({ type: 'longtask', buffered: true })
      const look = () => {
        const placed = /[\d,]+ of [\d,]+ devices have a known position/.test(document.body?.innerText ?? '')
        if (placed && canvas()?.getAttribute('aria-busy') === 'false') seen.drawn = performance.now()
        else setTimeout(look, 20)
      }
      look()
    })
    await page.goto(`${url}/management/devices/map?at=12,50,4`, { waitUntil: 'commit' })
    await page.waitForFunction(() => (window as unknown as { seen: { drawn: number } }).seen.drawn > 0, undefined, {
      timeout: 120_000,
    })
    const { drawn } = await page.evaluate(() => (window as unknown as { seen: { drawn: number } }).seen)
    const frames = await drag(page)
    const { longest } = await page.evaluate(() => (window as unknown as { seen: { longest: number } }).seen)
    const first = await page.evaluate(() => performance.getEntriesByName('marks drawn')[0]?.startTime ?? Number.NaN)
    return { first, drawn, longest, frames }
  } finally {
    await context.close()
  }
}

/** The map of devices: responses of the server, time until it is drawn, and frames while it is dragged. */
export async function benchMap(): Promise<void> {
  const named = process.argv.slice(3).map(Number)
  const browser = await chromium.launch(launchOptions)
  try {
    for (const size of named.length > 0 ? named : usualSizes) {
      const installation = await startInstallation()
      try {
        await seedDevices(installation.database.db, size)
        await placeDevices(installation.database.db)
        const { world, view, bytes } = await answerTimes(installation)
        console.log(
          `${thousands(size).padStart(9)} devices  answer p95 ${percentile(world, 0.95).toFixed(0)} ms for the world ` +
            `(${thousands(bytes / 1000)} KB), ${percentile(view, 0.95).toFixed(0)} ms for a view (goal 300)`,
        )
        const seen: Load[] = []
        for (let load = 0; load < loads; load++) seen.push(await loadCold(browser, installation))
        console.log(
          `           first marks after ${median(seen.map(({ first }) => first)).toFixed(0)} ms (goal 2,000), all drawn after ` +
            `${median(seen.map(({ drawn }) => drawn)).toFixed(0)} ms, ` +
            `longest task ${median(seen.map(({ longest }) => longest)).toFixed(0)} ms (50), ` +
            `frames p95 ${percentile(
              seen.flatMap(({ frames }) => frames),
              0.95,
            ).toFixed(0)} ms (33)`,
        )
      } finally {
        await installation.stop()
      }
    }
  } finally {
    await browser.close()
  }
}
