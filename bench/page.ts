import { type Browser, chromium } from '@playwright/test'
import { launchOptions } from '../e2e/chromium.ts'
import { type Installation, startInstallation } from './installation.ts'
import { median, thousands } from './numbers.ts'
import { profiledThere } from './profile.ts'
import { seedDevices } from './seed.ts'
import { signedInContext } from './signed-in.ts'
import { checkouts, versionName } from './versions.ts'

/** Default numbers of devices, without any after `page`. */
const usualSizes = [40, 50_000, 1_000_000]
const slowdown = 4
/** Milliseconds of watching the page after its first rows. */
const restAfterRows = 1500
const path = '/management/devices'
const firstRow = '[role="grid"] [role="row"][aria-rowindex="2"]'

interface Load {
  /** Milliseconds since the start of the navigation. */
  firstRows: number
  largestPaint: number
  blocking: number
  /** CPU milliseconds of the page's main thread, which other work on the machine hardly affects. */
  work: number
  requests: number
  bytes: number
}

async function loadCold(browser: Browser, installation: Installation, profile = false): Promise<Load> {
  const context = await signedInContext(browser, installation)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    let requests = 0
    let bytes = 0
    session.on('Network.requestWillBeSent', () => {
      requests++
    })
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await session.send('Network.enable')
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript((selector) => {
      const seen = { rows: 0, paint: 0, blocking: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.paint = entry.startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.blocking += Math.max(0, entry.duration - 50)
      }).observe({ type: 'longtask', buffered: true })
      const look = () => {
        const row = document.querySelector(selector)
        if (row && /\S/.test(row.textContent ?? '')) seen.rows = performance.now()
        else requestAnimationFrame(look)
      }
      look()
    }, firstRow)
    const open = () => page.goto(installation.url + path, { waitUntil: 'commit' })
    if (profile) {
      await profiledThere(
        (method) => session.send(method),
        () => open().then(() => page.waitForSelector(firstRow)),
      )
    } else await open()
    // Time after the rows counts too: the network may have been idle long before them, while scripts ran.
    await page.waitForFunction(
      (rest) => {
        const { rows } = (window as unknown as { seen: { rows: number } }).seen
        return rows > 0 && performance.now() > rows + rest
      },
      restAfterRows,
      { timeout: 60_000 },
    )
    const seen = await page.evaluate(
      () => (window as unknown as { seen: { rows: number; paint: number; blocking: number } }).seen,
    )
    const { metrics } = await session.send('Performance.getMetrics')
    const work = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
    return { firstRows: seen.rows, largestPaint: seen.paint, blocking: seen.blocking, work, requests, bytes }
  } finally {
    await context.close()
  }
}

async function seeded(checkout: string | undefined, size: number): Promise<Installation> {
  const installation = await startInstallation(checkout === undefined ? {} : { checkout })
  await seedDevices(installation.database.db, size)
  return installation
}

function describeLoads(loads: readonly Load[]): string {
  const of = (read: (load: Load) => number) => median(loads.map(read))
  return (
    `first rows ${of((load) => load.firstRows).toFixed(0)} ms (goal 1,200)  ` +
    `LCP ${of((load) => load.largestPaint).toFixed(0)} ms (900)  blocking ${of((load) => load.blocking).toFixed(0)} ms (200)  ` +
    `main thread ${of((load) => load.work).toFixed(0)} ms  ` +
    `${of((load) => load.requests)} requests (20)  ${(of((load) => load.bytes) / 1000).toFixed(0)} KB (280)`
  )
}

/**
 * The devices page, opened cold by a signed-in administrator on a machine slowed down four times. `AGAINST` lists
 * folders of other built versions, separated by colons, which alternate with this one.
 */
export async function benchPage(): Promise<void> {
  const named = process.argv.slice(3).map(Number)
  const sizes = named.length > 0 ? named : usualSizes
  const repeats = Number(process.env.REPEATS ?? 5)
  const browser = await chromium.launch(launchOptions)
  try {
    for (const size of sizes) {
      const versions: { name: string; installation: Installation; loads: Load[] }[] = []
      try {
        for (const checkout of checkouts()) {
          versions.push({ name: versionName(checkout), installation: await seeded(checkout, size), loads: [] })
        }
        for (const { installation } of versions) await loadCold(browser, installation)
        for (let repeat = 0; repeat < repeats; repeat++) {
          for (const { installation, loads } of versions) loads.push(await loadCold(browser, installation))
        }
        for (const { name, loads } of versions) {
          console.log(`${thousands(size).padStart(9)} devices  ${describeLoads(loads)}  ${name}`)
        }
        const [first] = versions
        if (process.env.PROFILE && first) await loadCold(browser, first.installation, true)
      } finally {
        for (const { installation } of versions) await installation.stop()
      }
    }
    console.log(`CPU slowed ${slowdown} times, cold, medians of ${repeats}`)
  } finally {
    await browser.close()
  }
}
