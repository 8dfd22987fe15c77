import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, navigate, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

test('S2.194: devices are added from a file: errors first, then the progress, then the rows that failed', async ({
  page,
}) => {
  await signIn(page, place.admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/management/devices')
  await page.getByRole('button', { name: 'Add device' }).first().click()
  const window = page.getByRole('dialog', { name: 'Add device' })
  await window.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('ArrowLeft')
  const panel = window.getByRole('tabpanel', { name: 'From file' })
  const template = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'Download a template' }).click()
  expect(await readFile(await (await template).path(), 'utf8')).toBe('serial,mac,imei,name,password,tags\r\n')
  await panel.getByRole('button', { name: 'Check file' }).click()
  await expect(panel.getByRole('button', { name: 'File', exact: true })).toBeFocused()

  const rows = Array.from(
    { length: 230 },
    (_, at) => `${4_700_000_000 + at};0247${String(at).padStart(8, '0')};secret-${at}`,
  )
  await panel.locator('input[type=file]').setInputFiles({
    name: 'delivery.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Serial number;MAC;Password\n${rows.join('\n')}\n123;024700000999;secret-x\n`),
  })
  await panel.getByRole('button', { name: 'Check file' }).click()
  await expect(panel.getByText('230 devices can be added')).toBeFocused()
  await expect(panel.getByRole('row', { name: '232 serial Enter a 10-digit serial number' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await panel.getByRole('button', { name: 'Add 230 devices' }).click()
  await expect(panel.getByText('230 devices added. 1 failed')).toBeVisible()
  await expectAccessible(page)
  const failed = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download 1 failed row' }).click()
  expect(await readFile(await (await failed).path(), 'utf8')).toContain('123,024700000999,,,secret-x,')
  await panel.getByRole('button', { name: 'Close' }).click()
  await navigate(page, '/management/devices?q=4700000')
  await expect(page.getByText(/^230 devices/)).toBeVisible()
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const removed = await page.request.delete('/api/devices', {
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(csrf) },
    data: { filter: { q: '4700000' } },
  })
  expect(removed.status()).toBe(200)
})
