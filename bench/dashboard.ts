import { type Browser, chromium } from '@playwright/test'
import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/client.ts'
import { insertDashboard } from '../apps/server/src/domains/dashboards/store.ts'
import { testWriter, writeSamples } from '../apps/server/src/test/domains/monitoring.ts'
import { launchOptions } from '../e2e/chromium.ts'
import type { Widget } from '../packages/contract/src/dashboards/widgets.ts'
import { type Installation, startInstallation } from './installation.ts'
import { median } from './numbers.ts'
import { seedDevices } from './seed.ts'
import { signedInContext } from './signed-in.ts'
import { checkouts } from './versions.ts'

const slowdown = 4
const columns = 12
const names = ['signal', 'rsrp', 'rsrq', 'sinr', 'temperature', 'cpu_load', 'acl_voltage', 'din1', 'din2', 'dout1']
/** Reports of one day at five-minute intervals. */
const reports = 288

/** `count` widgets of all types that need no image and no map. */
function widgetsOf(count: number): Widget[] {
  const thresholds = [
    { below: 0, words: 'Good', tone: 'good' as const },
    { below: null, words: 'Bad', tone: 'bad' as const },
  ]
  return Array.from({ length: count }, (_, at): Widget => {
    const one = { id: `w${at}`, title: `Widget ${at}` }
    const parameter = names[at % names.length] as string
    const kinds: Widget[] = [
      { ...one, type: 'value', options: { parameter, thresholds } },
      { ...one, type: 'gauge', options: { parameter, min: -120, max: 100, thresholds } },
      { ...one, type: 'line', options: { parameters: [parameter], range: at % 12 < 6 ? '24h' : '7d', thresholds } },
      { ...one, type: 'lamps', options: { lamps: [{ parameter: 'din1', on: 'Open', off: 'Closed', tone: 'bad' }] } },
      { ...one, type: 'bar', options: { parameter, range: '24h' } },
      { ...one, type: 'table', options: { parameters: names } },
    ]
    return kinds[at % kinds.length] as Widget
  })
}

async function seed(db: Db): Promise<{ device: number; dashboard: number; widgets: number }> {
  await seedDevices(db, 40)
  const { rows } = await sql<{ id: number }>`SELECT min(id) AS id FROM devices WHERE status = 1`.execute(db)
  const device = rows[0]?.id as number
  const now = new Date()
  const wave = (at: number, index: number) => Math.round(50 * Math.sin(at / 20 + index))
  const rowOf = (at: number) => names.map((name, index) => (name.startsWith('d') ? at % 2 : wave(at, index)))
  await writeSamples(
    testWriter({ db }, () => now),
    device,
    now,
    names,
    Array.from(
      { length: reports },
      (_, at) => [new Date(now.getTime() - (reports - at) * 300_000), ...rowOf(at)] as const,
    ),
  )
  await sql`UPDATE device_state SET values = ${JSON.stringify(Object.fromEntries(names.map((name, index) => [name, index])))}
    WHERE device_id = ${device}`.execute(db)
  const widgets = widgetsOf(30)
  const dashboard = await insertDashboard(db, {
    device_id: device,
    name: 'Thirty',
    is_default: true,
    layout: {
      cols: columns,
      items: widgets.map(({ id: i }, at) => ({ i, x: (at % 4) * 3, y: Math.floor(at / 4) * 2, w: 3, h: 2 })),
    },
    widgets,
    user_id: null,
    username: null,
  })
  return { device, dashboard, widgets: widgets.length }
}

interface Load {
  /** Milliseconds since the start of the navigation. */
  drawn: number
  blocking: number
  requests: number
  /** Number of API calls about the dashboard among them. */
  calls: number
}

async function loadCold(browser: Browser, installation: Installation, path: string, widgets: number): Promise<Load> {
  const context = await signedInContext(browser, installation)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript((expected) => {
      const seen = { drawn: 0, blocking: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.blocking += Math.max(0, entry.duration - 50)
      }).observe({ type: 'longtask', buffered: true })
      const look = () => {
        const bodies = [...document.querySelectorAll('section[aria-label^="Widget"] > div')]
        if (bodies.length === expected && bodies.every((body) => body.childElementCount > 0))
          seen.drawn = performance.now()
        else requestAnimationFrame(look)
      }
      look()
    }, widgets)
    await page.goto(installation.url + path, { waitUntil: 'commit' })
    await page.waitForFunction(
      () => {
        const { drawn } = (window as unknown as { seen: { drawn: number } }).seen
        return drawn > 0 && performance.now() > drawn + 1000
      },
      undefined,
      { timeout: 60_000 },
    )
    // The page's own list: reporting requests over the protocol would load the throttled processor.
    return await page.evaluate(() => {
      const urls = performance.getEntriesByType('resource').map(({ name }) => name)
      const { seen } = window as unknown as { seen: { drawn: number; blocking: number } }
      const calls = urls.filter((url) => /\/api\/devices\/\d+\/dashboards/.test(url)).length
      return { ...seen, requests: urls.length + 1, calls }
    })
  } finally {
    await context.close()
  }
}

interface Version {
  name: string
  installation: Installation
  seeded: Awaited<ReturnType<typeof seed>>
}

async function startVersion(checkout: string | undefined): Promise<Version> {
  const installation = await startInstallation(checkout === undefined ? {} : { checkout })
  return { name: checkout ?? 'this version', installation, seeded: await seed(installation.database.db) }
}

function describeLoads(loads: readonly Load[]): string {
  const of = (read: (load: Load) => number) => median(loads.map(read)).toFixed(0)
  return (
    `all drawn ${of((load) => load.drawn)} ms  blocking ${of((load) => load.blocking)} ms  ` +
    `${of((load) => load.requests)} requests, ${of((load) => load.calls)} of them for the dashboard`
  )
}

const pathsOf = ({ device, dashboard }: Version['seeded']) => ({
  'in the console': `/devices/${device}/dashboards/${dashboard}`,
  'on its own': `/device/${device}/dashboard/${dashboard}`,
})

/**
 * A dashboard of thirty widgets, opened cold on a machine slowed down four times, in the frame and alone. `AGAINST`
 * lists folders of other built versions, separated by colons, which alternate with this one.
 */
export async function benchDashboard(): Promise<void> {
  const repeats = Number(process.env.REPEATS ?? 5)
  const browser = await chromium.launch(launchOptions)
  const versions: Version[] = []
  try {
    for (const checkout of checkouts()) versions.push(await startVersion(checkout))
    for (const where of ['in the console', 'on its own'] as const) {
      const loads = new Map<Version, Load[]>()
      for (let repeat = 0; repeat <= repeats; repeat++) {
        for (const version of versions) {
          const { installation, seeded } = version
          const load = await loadCold(browser, installation, pathsOf(seeded)[where], seeded.widgets)
          // The first load warms up the server.
          if (repeat > 0) loads.set(version, [...(loads.get(version) ?? []), load])
        }
      }
      for (const [{ name, seeded }, all] of loads)
        console.log(`${seeded.widgets} widgets ${where}  ${describeLoads(all)}  ${name}`)
    }
    console.log(`CPU slowed ${slowdown} times, cold, medians of ${repeats}`)
  } finally {
    await browser.close()
    for (const { installation } of versions) await installation.stop()
  }
}
