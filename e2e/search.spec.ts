import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, openDevices, signIn } from './console-world.ts'

test.describe('global search', () => {
  test('S2.179 S2.180 S2.181 S2.189: by keyboard alone to a device, not while typing elsewhere, and on a phone', async ({
    page,
  }) => {
    await signIn(page)
    await openDevices(page)
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await page.getByRole('searchbox').press('/')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('heading', { name: 'Devices', exact: true }).click()
    await page.keyboard.type('/Pier 4')
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await expect(dialog.getByRole('combobox')).toHaveValue('Pier 4')
    await expect(
      dialog
        .getByRole('group', { name: /^Devices \(\d+\)$/ })
        .getByRole('option')
        .first(),
    ).toBeVisible()
    await expectAccessible(page)
    const first = await dialog.getByRole('option', { selected: true }).locator('strong').innerText()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { name: first })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    // Faster than the field appears.
    await page.evaluate(() => {
      for (const key of ['/', 'Escape', '/', 'a'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    await expect(dialog.getByRole('combobox')).toHaveValue('a')

    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: /^Search devices/ }).click()
    await dialog.getByRole('combobox').fill('bus')
    await expect(dialog.getByRole('group', { name: /^Devices/ })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
