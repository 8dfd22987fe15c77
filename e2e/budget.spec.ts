import { expect } from '@playwright/test'
import { signIn } from './console-world.ts'
import { test } from './test.ts'

/**
 * First load of the devices page with the demo's data, the company, the counter of running work and the actions of
 * rows.
 */
const allowed = { requests: 20, bytes: 288 * 1024 }

/** Requested when the page has been untouched for seconds, which on a slow machine pass before all else is loaded. */
const later = /^\/(assets\/(campaign-count|floating|update-prompt|windows)-|api\/campaigns$)/

test('the devices page requests few and small files', async ({ browser }) => {
  // Which has loaded nothing yet.
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page)
  const session = await context.newCDPSession(page)
  const requests = new Map<string, { address: string; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    requests.set(requestId, { address: new URL(request.url).pathname, bytes: 0 }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto('/management/devices', { waitUntil: 'networkidle' })
  await expect(page.locator('#row-0')).toBeVisible()
  // Once each: data is requested again as devices change.
  const first = new Map([...requests.values()].reverse().map(({ address, bytes }) => [address, bytes]))
  for (const address of first.keys()) if (later.test(address)) first.delete(address)
  const addresses = [...first.keys()]
  const bytes = [...first.values()].reduce((sum, one) => sum + one, 0)
  expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(allowed.requests)
  expect(bytes).toBeLessThanOrEqual(allowed.bytes)
  expect(bytes, 'counted at all').toBeGreaterThan(50 * 1024)

  const scripts = addresses.filter((address) => /^\/assets\/(base|frame|devices)-[\w-]{8}\.js$/.test(address))
  expect(scripts).toHaveLength(3)
  for (const address of scripts) {
    const script = await (await page.request.get(address)).text()
    expect(script, 'compiled ahead').toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
  await context.close()
})
