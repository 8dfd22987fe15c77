import { listDevices } from '@longreach/contract/devices/endpoints'
import { createTag } from '@longreach/contract/tags/endpoints'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, navigate, openDevices, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()
const devices = ['Bus 12', 'Tram 4'] as const
test.beforeAll(async () => {
  await place.connect(devices)
})

/** A tag of the place. */
async function addTag(name: string): Promise<void> {
  const { status } = await place.client.call(createTag, { body: { company_id: place.id, name } })
  expect(status).toBe(201)
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function pickTag(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Tags' }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

test.describe('tags', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, place.admin)
  })

  test('S1.53 S2.32 S2.33 S2.203: a tag is created by keyboard, assigned to devices, opened and deleted', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/tags')
    await page.getByRole('button', { name: 'New tag' }).first().click()
    const made = dialog(page, 'New tag')
    await made.getByRole('button', { name: 'New tag' }).click()
    await expect(made.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
    await made.getByRole('textbox', { name: 'Name' }).fill('Harbour')
    await made.getByRole('radio', { name: 'Slate' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(made.getByRole('textbox', { name: 'Custom colour' })).toHaveValue('#dc2626')
    await made.getByRole('textbox', { name: 'Custom colour' }).fill('0d4')
    await expectAccessible(page)
    await made.getByRole('textbox', { name: 'Description' }).fill('By the water')
    await made.getByRole('button', { name: 'New tag' }).click()
    await expect(page.getByText('Tag Harbour created successfully')).toBeVisible()

    await openDevices(page, '?sort=serial')
    const boxes = page.getByRole('gridcell').getByRole('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: 'Tags…' }).click()
    const manage = dialog(page, 'Tags of 2 devices')
    await manage.getByRole('button', { name: 'Apply' }).click()
    await expect(manage.getByText('Select at least one tag')).toBeVisible()
    await pickTag(page, 'Harbour')
    await expectAccessible(page)
    await manage.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Tags of 2 devices updated successfully')).toBeVisible()

    await navigate(page, '/tags?q=harbour')
    await expect(page.getByRole('gridcell', { name: '2', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Harbour' }).click()
    await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
    await expect(page.getByText('By the water')).toBeVisible()
    await expect(page.getByText(/^2 devices/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('gridcell').getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Remove tag' }).click()
    await expect(page.getByText(/^1 device(?!s)/)).toBeVisible()

    await page.getByRole('button', { name: 'Open in device list' }).click()
    await expect(page.getByText('Tag is Harbour')).toBeVisible()
    await expect(page.getByText(/^1 device(?!s)/)).toBeVisible()

    await navigate(page, '/tags?q=harbour')
    await page.getByRole('button', { name: 'Actions for Harbour' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page, 'Delete tag Harbour?').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Tag Harbour removed successfully')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  })

  test('S7.104: the devices of a CSV file get tags; its unknown lines are listed', async ({ page }) => {
    await addTag('From file')
    const { data } = await place.client.call(listDevices, { query: { limit: 2 } })
    await page.goto('/tags')
    await page.getByRole('button', { name: 'Tag from file' }).click()
    const window = dialog(page, 'Tag devices from file')
    await window.getByRole('button', { name: 'Add tags' }).click()
    await expect(window.getByRole('button', { name: 'CSV file' })).toBeFocused()
    const text = `serial,name\n${data.map(({ serial }) => `${serial},"x, y"`).join('\n')}\n0000000000,gone\n`
    await window.locator('input[type=file]').setInputFiles({
      name: 'devices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
    await expect(window.getByText('devices.csv')).toBeVisible()
    await pickTag(page, 'From file')
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Add tags' }).click()
    await expect(page.getByText('Tags of 2 devices updated successfully')).toBeVisible()
    const unknown = page.getByRole('dialog').last()
    await expect(unknown.getByText('Line 4: no device with 0000000000')).toBeVisible()
  })

  test('all devices of a filter are tagged at once, and the list is filtered by tag', { tag: '@long' }, async ({
    page,
  }) => {
    await addTag('Solar')
    await openDevices(page)
    await page.getByRole('gridcell').getByRole('checkbox').first().check()
    const all = page.getByRole('button', { name: /^Select all/ })
    if (await all.isVisible()) await all.click()
    await page.getByRole('button', { name: 'Tags…' }).click()
    await pickTag(page, 'Solar')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(/Tags of \d+ devices? updated successfully/)).toBeVisible()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Solar' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Tag is Solar')).toBeVisible()
    await expect(page.locator('#row-0')).toBeVisible()
    await expect(page.locator('#row-0').getByTitle(/Solar/).first()).toBeVisible()
  })

  test('a tag is created while a device is edited, and shown on its page', { tag: '@long' }, async ({ page }) => {
    await openDevices(page)
    await page.locator('#row-0').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('combobox', { name: 'Tags' }).fill('Made in passing')
    await page.getByRole('option', { name: 'Create “Made in passing”' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('h1 ~ * , p').getByText('Made in passing')).toBeVisible()
  })

  test('read-only users change nothing; on a phone nothing overflows', { tag: '@long' }, async ({ page }) => {
    await page.context().clearCookies()
    await signIn(page, 'viewer')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/tags')
    await expect(page.locator('#row-0')).toBeVisible()
    await expect(page.getByRole('button', { name: 'New tag' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Critical' }).click()
    await expect(page.getByRole('heading', { name: 'Critical' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
