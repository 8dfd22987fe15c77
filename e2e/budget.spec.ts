import { expect, test } from '@playwright/test'
import { signIn } from './console-world.ts'

/**
 * Of the devices page on its first load, including the demo's data: with the company, the counter of running work and
 * the actions of rows.
 */
const allowed = { requests: 20, bytes: 280 * 1024 }

test('the devices page requests few and small files', async ({ page }) => {
  await signIn(page)
  const session = await page.context().newCDPSession(page)
  const addresses: string[] = []
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ request }) => addresses.push(new URL(request.url).pathname))
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto('/management/devices', { waitUntil: 'networkidle' })
  await expect(page.locator('#row-0')).toBeVisible()
  expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(allowed.requests)
  expect(bytes).toBeLessThanOrEqual(allowed.bytes)
  expect(bytes, 'counted at all').toBeGreaterThan(50 * 1024)
})
