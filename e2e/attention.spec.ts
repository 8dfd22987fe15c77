import { expect, type Page } from '@playwright/test'
import { expectAccessible, mouse, openDevices, settled, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

const strip = (page: Page) => page.getByRole('region', { name: 'Needs attention' })

test.describe('what needs attention', () => {
  test('one click lists it beside the filters already set; why a device is offline needs none once it is open', async ({
    page,
  }) => {
    await signIn(page)
    await settled(page)
    await openDevices(page, '?ne:model=RUTX11')
    const { click, ended } = mouse('Why an offline device is offline')
    await click(strip(page).getByRole('button', { name: /^\d+ ?Offline/ }))
    await expect(page).toHaveURL(/ne(:|%3A)model=RUTX11&attention=offline/)
    await expect(page.locator('#row-0')).toContainText('Offline')
    await click(page.locator('#row-0').getByRole('link').first())
    await expect(page.getByRole('region', { name: 'Why the device is offline' })).toContainText(
      /^Lost connection at .+ ago\. \w/,
    )
    const contact = page.getByRole('region', { name: 'Why the device is offline' })
    await expect(contact).toContainText(/Last seen.*Attempts since.*Next call/)
    ended(2)
    await expectAccessible(page)

    // By keys: all that need attention replace the one reason, and are as many as the strip counts.
    await page.goBack()
    await expect(page.locator('#row-0')).toContainText('Offline')
    const all = strip(page).getByRole('button', { name: /need attention/ })
    await all.press('Enter')
    await expect(page).toHaveURL(/ne(:|%3A)model=RUTX11&attention=any/)
    // Most urgent first.
    await expect(page.getByRole('columnheader', { name: 'Why' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Remove the filter Model' }).press('Enter')
    const first = async (text: Promise<string | null>) => /^\d+/.exec((await text) ?? '')?.[0]
    const listed = page.getByText(/^\d+ devices/)
    // Other tests add devices meanwhile, which the numbers show before the list does.
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
    await expect
      .poll(async () => {
        await refresh.press('Enter')
        return (await first(listed.textContent())) === (await first(all.textContent()))
      })
      .toBe(true)
    await all.press('Enter')
    await expect(page).toHaveURL(/devices$/)
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  })

  test('Tab reaches the numbers once, and arrows move between them', async ({ page }) => {
    await signIn(page)
    await openDevices(page)
    const numbers = page.getByRole('toolbar', { name: 'Devices by status and need' })
    const inside = () => numbers.evaluate((bar) => bar.contains(document.activeElement))
    await strip(page)
      .getByRole('button', { name: /^\d+ ?Offline/ })
      .waitFor()
    await page.getByRole('button', { name: 'Add device' }).focus()
    await page.keyboard.press('Tab')
    await expect(numbers.getByRole('button', { name: /Online/ })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    expect(await inside()).toBe(true)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(numbers.getByRole('button', { name: /Offline/ }).first()).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await inside()).toBe(false)
    await page.keyboard.press('Shift+Tab')
    await expect(numbers.getByRole('button', { name: /Offline/ }).first()).toBeFocused()
    await expectAccessible(page)
  })

  test('with the dock open in a low window it is one line, and messages are above the dock', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width: 1280, height: 720 })
    const name = 'Tram 4'
    await place.connect([name, 'Water tower'])
    await place.stop('Water tower')
    await signIn(page, place.admin)
    await openDevices(page, `?q=${name}`)
    const details = strip(page).getByRole('button', { name: 'Show in one line' })
    await expect(details).toBeVisible()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('s')
    const dock = page.getByRole('region', { name: 'Work' })
    await expect(dock).toBeVisible()
    await expect(details).toHaveCount(0)
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Copy address' }).click()
    const message = page.getByRole('status').filter({ hasText: /copied/ })
    await expect(message).toBeVisible()
    const [shown, below] = [await message.boundingBox(), await dock.boundingBox()]
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  })

  test('on a phone the list is sorted beside its filters, with items a finger can hit', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page)
    await openDevices(page)
    await page.getByRole('button', { name: 'Sort, now by Name, ascending' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)
    const item = page.getByRole('menuitem', { name: 'Last seen' })
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await item.click()
    await expect(page).toHaveURL(/\?sort=last_connection_at$/)
    await page.getByRole('button', { name: 'Sort, now by Last seen, ascending' }).click()
    await page.getByRole('menuitem', { name: 'Last seen, ascending' }).click()
    await expect(page).toHaveURL(/\?sort=-last_connection_at$/)
  })
})
