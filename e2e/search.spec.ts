import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, onlineDevice, openDevices, signIn } from './console-world.ts'

test.describe('global search', () => {
  test('S2.179 S2.180 S2.181 S2.189: by keyboard alone to a device, and not while typing elsewhere', async ({
    page,
  }) => {
    await signIn(page)
    await openDevices(page)
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await page.getByRole('searchbox').press('/')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('heading', { name: 'Devices' }).click()
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
  })

  test('late results neither move the selected line nor block Enter', { tag: '@long' }, async ({ page }) => {
    await signIn(page)
    await openDevices(page)
    const dialog = page.getByRole('dialog', { name: 'Search' })
    const selected = dialog.getByRole('option', { selected: true }).locator('strong')
    /** Responses for the URL are delayed until the function is called. */
    const hold = async (address: string) => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(address, async (route) => {
        await released
        await route.continue()
      })
      return release
    }
    const seekIn = async (text: string, group: RegExp) => {
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.type(`/${text}`)
      await expect(dialog.getByRole('group', { name: group }).getByRole('option').first()).toBeVisible()
    }

    // The devices are above everything else and arrive last.
    const devices = await hold('**/api/devices?*q=pier*')
    await seekIn('pier', /^Companies/)
    await page.keyboard.press('ArrowDown')
    const chosen = await selected.innerText()
    devices()
    await expect(dialog.getByRole('group', { name: /^Devices/ })).toBeVisible()
    expect(await selected.innerText()).toBe(chosen)
    await page.keyboard.press('Escape')

    const users = await hold('**/api/users?*q=bus*')
    await seekIn('bus', /^Devices/)
    await page.keyboard.press('ArrowDown')
    const second = await selected.innerText()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: second })).toBeVisible()

    // The first line may still change: Enter selects it when everything has arrived.
    const rest = await hold('**/api/users?*q=ferry*')
    await seekIn('ferry', /^Devices/)
    const first = await selected.innerText()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    rest()
    await expect(page.getByRole('heading', { name: first })).toBeVisible()
    users()
  })

  test('S2.182 S2.185 S2.186 S2.190 S2.191 S3.121: kinds, counts, the filtered table, and the selection that persists', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page)
    await openDevices(page)
    const button = page.getByRole('button', { name: /^Search devices/ })
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await button.click()
    await dialog.getByRole('combobox').fill('e')
    await expect(dialog.getByRole('group', { name: 'Devices (10+)' }).getByRole('option')).toHaveCount(11)
    await expect(dialog.getByRole('group', { name: /^Companies/ })).toBeVisible()
    await expect(dialog.getByRole('group', { name: /^Users/ })).toBeVisible()
    await expect(dialog.getByRole('group', { name: /^Tags/ })).toBeVisible()
    const kept = page.waitForResponse(
      (answer) => answer.url().includes('/storage') && answer.request().method() !== 'GET',
    )
    await dialog.getByText('Users', { exact: true }).click()
    await expect(dialog.getByRole('group', { name: /^Users/ })).toHaveCount(0)
    await dialog.getByRole('option', { name: 'Show all in Devices' }).click()
    await expect(page).toHaveURL(/\/management\/devices\?q=e$/)
    await kept
    await page.reload()
    await button.click()
    await expect(dialog.getByRole('checkbox', { name: 'Users' })).not.toBeChecked()
    await dialog.getByText('Users', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await button.click()
    await dialog.getByRole('combobox').fill('nothing is called so')
    await expect(dialog.getByText("No results for 'nothing is called so'")).toBeVisible()
  })

  test('a shell of a device is opened by its name', { tag: '@long' }, async ({ page }) => {
    await signIn(page)
    const { name } = await onlineDevice(page)
    await openDevices(page)
    await page.keyboard.press('/')
    await page.keyboard.type(`shell ${name}`)
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await expect(dialog.getByRole('option', { selected: true })).toHaveText(`Open shell of ${name}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: new RegExp(name) })).toBeVisible()
  })

  test('pages, settings and commands are found at once, also from a field, and devices show their state', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page)
    const { name } = await onlineDevice(page)
    await openDevices(page)
    const dialog = page.getByRole('dialog', { name: 'Search' })
    const choose = async (text: string, title: string) => {
      await page.keyboard.press('Control+K')
      await page.keyboard.type(text)
      await expect(dialog.getByRole('option', { selected: true })).toHaveText(title)
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
    }
    await page.getByRole('searchbox').focus()
    await choose('roles', 'Roles')
    await expect(page.getByRole('heading', { name: 'Roles' })).toBeVisible()
    await choose('dark mode', 'Switch to dark mode')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await choose('light', 'Switch to light mode')
    await choose('add dev', 'Add device')
    await expect(page.getByRole('dialog', { name: 'Add device' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Roles' }).click()
    await page.keyboard.type(`/${name}`)
    await expect(dialog.getByRole('option').filter({ hasText: name }).first()).toContainText('Online')
    await expectAccessible(page)
  })

  test('S2.188: read-only users are offered no actions, and on a phone nothing overflows', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page, 'viewer')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/management/devices')
    await page.getByRole('button', { name: /^Search devices/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('combobox').fill('bus')
    await expect(dialog.getByRole('group', { name: /^Devices/ })).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'Actions' })).toHaveCount(0)
    await dialog.getByRole('combobox').fill('add device')
    await expect(dialog.getByText("No results for 'add device'")).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
