import { expect, type Page } from '@playwright/test'
import { openDevices, signIn } from './console-world.ts'
import { test } from './test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('S2.31 S1.59 S7.105: devices are approved one by one and by file, and removed again', async ({ page }) => {
  await signIn(page, 'root')
  await openDevices(page)
  await page.getByRole('link', { name: 'Approved devices' }).click()
  await expect(page.getByText(/^\d+ approved devices/)).toBeVisible()

  await page.getByRole('button', { name: 'Approve device' }).click()
  const window = dialog(page, 'Approve device')
  await expect(window.getByLabel('Serial number')).toBeFocused()
  await window.getByRole('button', { name: 'Approve device' }).click()
  await expect(window.getByText('Required')).toBeVisible()
  await window.getByLabel('Serial number').fill('7900000001')
  await window.getByLabel('MAC').fill('001e42790001')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Device approved successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: /7900000001/ })).toContainText('00:1E:42:79:00:01')

  await page.getByRole('button', { name: 'Upload file' }).click()
  const upload = dialog(page, 'Approve devices from file')
  await upload.locator('input[type=file]').setInputFiles({
    name: 'delivery.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('mac;serial\n00:1E:42:79:00:02;7900000002\nwrong;7900000003\n'),
  })
  await upload.getByRole('button', { name: 'Approve devices' }).click()
  await expect(page.getByText('1 device approved successfully')).toBeVisible()
  const errors = page.getByRole('dialog').last()
  await expect(errors.getByText('Line 3: Enter a MAC address such as 00:1E:42:00:00:00')).toBeVisible()
  await errors.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('searchbox').fill('79000000')
  await expect(page.getByText(/^2 approved devices/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove 7900000001 from the approved devices?' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(/^1 approved device(?!s| removed)/)).toBeVisible()
  await page.getByRole('gridcell').getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
})

test('administrators of a company do not see approved devices', async ({ page }) => {
  await signIn(page, 'admin')
  await openDevices(page)
  await expect(page.getByRole('link', { name: 'Approved devices' })).toHaveCount(0)
})
