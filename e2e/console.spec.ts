import { expect } from '@playwright/test'
import {
  bulkBar,
  discardWindow,
  expectAccessible,
  expectNoSidewaysScroll,
  historyReported,
  onlineDevice,
  openDevices,
  password,
  signIn,
  startDevice,
} from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()
const device = 'Tram 4'
let id: number

test.beforeAll(async () => {
  id = (await place.connect([device]))[device]
})

test.describe('sign-in', () => {
  test('a wrong password is reported, the right one continues to the requested page', async ({ page }) => {
    await page.goto('/management/devices?sort=-signal')
    await expect(page).toHaveURL(/\/login\?continue_url=/)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Enter your username or e-mail')).toBeVisible()
    await page.getByLabel('Username or e-mail').fill('viewer@longreach.test')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('Wrong username or password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/management\/devices\?sort=-signal$/)
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  })

  test('too many attempts are refused, with the right password too; another account is not affected', async ({
    page,
  }) => {
    const { email } = await place.addUser('end_user')
    await page.goto('/login')
    const name = page.getByLabel('Username or e-mail')
    const secret = page.getByLabel('Password', { exact: true })
    const button = page.getByRole('button', { name: 'Sign in' })
    const alert = page.getByRole('alert')
    for (let tries = 0; tries < 10; tries++) {
      const data = { username: email.toUpperCase(), password: `wrong${tries}` }
      await page.request.post('/api/account/login', { data, headers: { 'X-Requested-With': 'XMLHttpRequest' } })
    }
    await name.fill(email)
    await secret.fill(password)
    await button.click()
    await expect(alert).toContainText(/Too many attempts. Try again in 1[45]:\d\d, or reset your password by e-mail/)
    await expect(button).toBeDisabled()
    await expectAccessible(page)
    await name.fill('viewer@longreach.test')
    await expect(alert).toHaveCount(0)
    await button.click()
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  })

  test('logging out ends the session', async ({ page }) => {
    await signIn(page)
    await openDevices(page)
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect((await page.request.get('/api/user')).status()).toBe(401)
  })

  test('an unknown path leads to the first page, a device that does not exist says so', async ({ page }) => {
    await signIn(page)
    await page.goto('/no/such/page')
    await expect(page).toHaveURL(/\/management\/devices$/)
    await page.goto('/devices/999999')
    await expect(page.getByRole('heading', { name: 'Device not found' })).toBeVisible()
  })

  test('read-only users can change nothing', async ({ page }) => {
    await signIn(page, 'guest')
    await openDevices(page)
    await expect(page.getByRole('button', { name: 'Add device' })).toHaveCount(0)
    await page.getByRole('gridcell').getByRole('checkbox').first().click()
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  })
})

test.describe('devices list', () => {
  test('S2.3 search, tile, filter and order are kept in the address and survive a reload', async ({ page }) => {
    await signIn(page)
    await openDevices(page)
    await page.getByRole('searchbox').fill('pier')
    await expect(page).toHaveURL(/\?q=pier$/)
    await expect(page.getByRole('grid').locator('a[href^="/devices/"]')).toHaveText([/Pier 4/, /Pier 4/, /Pier 4/])
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('pier')
    await page.getByRole('button', { name: 'Clear search' }).click()

    const tile = page.getByRole('button', { name: /Not activated/ })
    await expect(tile).toContainText(/\d/)
    const count = /\d+/.exec(await tile.innerText())?.[0]
    await tile.click()
    await expect(page).toHaveURL(/\?status=not_activated$/)
    await expect(page.getByText(`${count} devices`)).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filter Status' }).click()

    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('list', { name: 'Add filter' }).getByRole('button', { name: 'Model', exact: true }).click()
    await page.getByText('is not', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'RUTX50', exact: true }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/\?ne:model=RUTX50$/)
    await expect(page.getByText('Model is not RUTX50')).toBeVisible()

    await page.getByRole('button', { name: 'Name' }).click()
    await expect(page).toHaveURL(/sort=-name/)
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  })

  test('columns are hidden, moved and resized, and persist', async ({ page }) => {
    await signIn(page, place.admin)
    await openDevices(page)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Model' }).click()
    await page.getByRole('button', { name: 'Move Signal up' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'Model' })).toHaveCount(0)
    const edge = page.getByRole('separator', { name: 'Resize Signal' })
    await edge.focus()
    // Earlier changes of columns are stored separately and their responses may arrive only now: wait for that of the
    // width.
    const saved = page.waitForResponse(
      (answer) =>
        answer.url().includes('/api/storage') &&
        answer.request().method() !== 'GET' &&
        /\b232\b/.test(answer.request().postData() ?? ''),
    )
    await page.keyboard.press('ArrowRight')
    await expect(edge).toHaveAttribute('aria-valuenow', '232')
    await saved
    await page.reload()
    await expect(page.getByRole('columnheader', { name: 'Model' })).toHaveCount(0)
    await expect(edge).toHaveAttribute('aria-valuenow', '232')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Reset columns' }).click()
    await expect(page.getByRole('columnheader', { name: 'Model' })).toHaveCount(1)
  })

  test('rows are navigated, selected and opened by keyboard', async ({ page }) => {
    await signIn(page)
    await openDevices(page)
    const grid = page.getByRole('grid')
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await expect(bulkBar(page)).toContainText('2 selected')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bulkBar(page)).toContainText('4 selected')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(bulkBar(page)).toContainText('3 selected')
    await page.keyboard.press('End')
    const last = Number(await grid.getAttribute('aria-rowcount')) - 2
    await expect(grid).toHaveAttribute('aria-activedescendant', `row-${last}`)
    const name = await page.locator('[data-active] a[href^="/devices/"]').textContent()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
  })

  test('a list that fails says why and can be tried again', async ({ page }) => {
    await signIn(page)
    let broken = true
    await page.route('**/api/devices?*', (route) =>
      broken
        ? route.fulfill({
            status: 500,
            headers: { 'x-request-id': 'r-17' },
            json: { success: false, errors: [{ code: 'SERVER_ERROR', message: 'Server error', source: null }] },
          })
        : route.continue(),
    )
    await page.goto('/management/devices')
    await expect(page.getByRole('alert')).toContainText('Server error')
    await expect(page.getByRole('alert')).toContainText('r-17')
    broken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('#row-0')).toBeVisible()
  })

  test('a million rows: first, middle and last are one drag away, few are requested', { tag: '@long' }, async ({
    page,
  }) => {
    await signIn(page)
    const total = 1_000_000
    const asked: number[] = []
    // A million devices take minutes to seed; this is only about drawing them.
    await page.route('**/api/devices?*', async (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
      asked.push(offset)
      const data = Array.from({ length: Math.min(100, total - offset) }, (_, at) => ({
        id: offset + at + 1,
        name: `Device ${offset + at + 1}`,
        status: 1,
        serial: String(1_000_000_000 + offset + at),
        signal: -70,
        tags: [],
        company_id: 1,
        company_name: 'Demo',
      }))
      await route.fulfill({ json: { success: true, data, meta: { total } } })
    })
    await openDevices(page)
    await expect(page.getByText('1,000,000 devices')).toBeVisible()
    const grid = page.getByRole('grid')
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2))
    await expect(page.getByRole('link', { name: /^Device 500\d{3}$/ }).first()).toBeVisible()
    const row = page
      .getByRole('row')
      .filter({ hasText: /Device 500\d{3}/ })
      .nth(14)
    const link = page.getByRole('link', {
      name: (await row.getByRole('link').first().textContent()) ?? '',
      exact: true,
    })
    const before = (await link.boundingBox())?.y ?? 0
    await grid.evaluate((element) => element.scrollBy(0, 80))
    await expect.poll(async () => Math.round(before - ((await link.boundingBox())?.y ?? 0))).toBe(80)
    await grid.focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('link', { name: 'Device 1000000' })).toBeVisible()
    await page.keyboard.press('Home')
    await expect(page.getByRole('link', { name: 'Device 1', exact: true })).toBeVisible()
    expect(asked.length).toBeLessThan(12)
  })
})

test.describe('device page', () => {
  test('S2.8 S2.9 shows identity and state of the device, charts of its history, and its activity', async ({
    page,
  }) => {
    test.setTimeout(240_000)
    await signIn(page)
    const { id, name } = await onlineDevice(page)
    await historyReported(page, id)
    await page.goto(`/devices/${id}`)
    await expect(page).toHaveURL(new RegExp(`/devices/${id}/activity$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    const signal = page.getByRole('region', { name: 'Signal', exact: true })
    await expect(signal.getByRole('img', { name: 'Signal' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first()).toBeVisible()

    await page.getByText('30 d', { exact: true }).click()
    await expect(page).toHaveURL(/range=30d/)
    const box = await signal.getByRole('img', { name: 'Signal' }).boundingBox()
    if (!box) throw new Error('The chart has no place')
    // Within the days of history of the tests' demo.
    await page.mouse.move(box.x + box.width * 0.92, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.97, box.y + 70, { steps: 4 })
    await page.mouse.up()
    await expect(page).toHaveURL(/from=\d+&to=\d+/)

    await signal.getByRole('button', { name: 'Show as a table' }).click()
    await expect(signal.getByRole('row').nth(3)).toContainText('dBm')
  })

  test('metrics are grouped by what the device reports', { tag: '@long' }, async ({ page }) => {
    await signIn(page)
    const { id } = await onlineDevice(page)
    await page.goto(`/devices/${id}/metrics/dynamic`)
    await expect(page.getByRole('img', { name: 'CPU load' })).toBeVisible()
    await page.getByText('Mobile data', { exact: true }).click()
    await expect(page).toHaveURL(/metrics\/mobile-data/)
    await expect(page.getByRole('region', { name: 'Mobile traffic' })).toBeVisible()
    await expectAccessible(page)
  })

  test('S2.195: a device is renamed while it is online', async ({ page }) => {
    await signIn(page, place.admin)
    await page.goto(`/devices/${id}/activity`)
    const rename = async (to: string) => {
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill(to)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(to)
    }
    await rename(`${device} renamed`)
    await rename(device)
  })

  test('a connection is marked as metered, shown as such, and unmarked', { tag: '@long' }, async ({ page }) => {
    await signIn(page, place.admin)
    await page.goto(`/devices/${id}/activity`)
    const connection = page.getByRole('region', { name: 'Connection', exact: true })
    const save = async (metered: boolean) => {
      await page.getByRole('button', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Metered connection').setChecked(metered)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toHaveCount(0)
    }
    await expect(connection).toBeVisible()
    await expect(connection.getByText('Metered')).toHaveCount(0)
    await save(true)
    await expect(connection.getByText('Metered')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('dialog').getByLabel('Metered connection')).toBeChecked()
    await page.keyboard.press('Escape')
    await save(false)
    await expect(connection.getByText('Metered')).toHaveCount(0)
  })

  test('impossible intervals and coordinates are reported under their fields', { tag: '@long' }, async ({ page }) => {
    await signIn(page)
    const { id } = await onlineDevice(page)
    await page.goto(`/devices/${id}/activity`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('GPS').fill('5')
    await dialog.getByLabel('Latitude').fill('91')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('0, or from 60 to 31536000 seconds')).toBeVisible()
    await expect(dialog.getByLabel('Latitude')).toHaveAttribute('aria-invalid', 'true')
    await discardWindow(page)
    await expect(dialog).toHaveCount(0)
  })
})

test.describe('add device', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, place.admin)
    await openDevices(page)
    await page.getByRole('button', { name: 'Add device' }).click()
    await expect(page.getByRole('dialog', { name: 'Add device' })).toBeVisible()
  })

  test('shows an install command and how to verify it, and waits', { tag: '@long' }, async ({ page }) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create install command' }).click()
    await expect(dialog.locator('code')).toContainText('rm-agent')
    await expect(dialog.getByText(/SHA256:/)).toBeVisible()
    const steps = dialog.getByRole('list', { name: 'Progress' })
    await expect(steps.locator('[aria-current=step]')).toHaveText('Reached the server')
    await expect(dialog.getByText('devices that join it are lost when it is reset', { exact: false })).toBeVisible()
    await expectAccessible(page)
  })

  test('the steps of a device that uses the command are shown as it takes them', async ({ page }) => {
    const steps = page.getByRole('list', { name: 'Progress' })
    await page.getByRole('tab', { name: 'Linux' }).click()
    await page.getByRole('tabpanel', { name: 'Linux' }).getByLabel('Name').fill('Site of the install command')
    const answer = page.waitForResponse((one) => one.url().endsWith('/api/devices/enrolment-keys'))
    await page.getByRole('button', { name: 'Create install command' }).click()
    const { data } = (await (await answer).json()) as { data: { key: string; lines: { line: string }[] } }
    await expect(page.getByText('Run in a terminal on the device, as root:')).toBeVisible()
    const device = startDevice(data.key, data.lines[0]?.line ?? '')
    try {
      await expect(steps.locator('[data-state=done]')).toHaveText([
        'Reached the server',
        'Key accepted',
        'First report',
      ])
      await page.getByRole('dialog').getByRole('link', { name: 'Site of the install command' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Site of the install command')
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete device' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page).toHaveURL(/\/management\/devices$/)
    } finally {
      device.stop()
    }
  })

  test('the window can be minimised, brought back and closed by Escape', async ({ page }) => {
    await page.getByRole('button', { name: 'Minimise' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('navigation', { name: 'Minimised windows' }).getByRole('button').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add device' })).toBeFocused()
  })

  test('S1.4 S2.193: by serial and password: errors under their fields, then the device waits in the list and is deleted', async ({
    page,
  }) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Serial number and password' }).click()
    const panel = dialog.getByRole('tabpanel', { name: 'Serial number and password' })
    await panel.getByLabel('Serial number').fill('12')
    await panel.getByRole('button', { name: 'Add device' }).click()
    await expect(panel.getByText('Enter a 10-digit serial number')).toBeVisible()
    await expect(panel.getByLabel('Serial number')).toBeFocused()
    await expect(panel.getByText('Enter the device’s current password')).toBeVisible()

    await panel.getByLabel('Serial number').fill('1199999901')
    await panel.getByLabel('MAC address').fill('00-1e-42-99-99-01')
    await panel.getByLabel('Name').fill('Spare from the browser test')
    await panel.getByLabel('Device password').fill('Device-pass-1')
    await panel.getByRole('button', { name: 'Add device' }).click()
    const status = page.getByRole('dialog', { name: 'Action status' })
    await expect(status.getByRole('listitem')).toContainText(['Spare from the browser test'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('searchbox').fill('1199999901')
    await expect(page).toHaveURL(/q=1199999901/)
    await page.getByRole('link', { name: 'Spare from the browser test' }).click()
    await page.getByTitle('Copy MAC address').click()
    await expect(page.getByText('Copied')).toBeVisible()
    await page.getByRole('button', { name: 'Install command' }).click()
    await expect(dialog.getByLabel('Serial number')).toHaveValue('1199999901')
    await dialog.getByRole('button', { name: 'Create install command' }).click()
    await expect(dialog.getByRole('region', { name: 'Install command' })).not.toBeEmpty()
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.getByRole('gridcell').getByRole('checkbox').click()
    // Until all actions are loaded, they move.
    await expect(bulkBar(page).getByRole('button', { name: 'Update in waves' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toContainText('Its history is deleted too')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'No matching devices' })).toBeVisible()
  })
})

test('S1.80 S2.171 S4.39 S4.40 dark mode is set in the account menu and applies before the next first paint', async ({
  page,
}) => {
  await signIn(page, place.admin)
  await openDevices(page)
  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Enable' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.goto('/management/devices', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: /account of/ }).click()
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/dark_mode') && answer.ok())
  await page.getByRole('menuitemradio', { name: 'Auto' }).click()
  await stored
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('a menu is navigated by arrow keys and returns the focus; an icon shows its name on hover and focus', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page)
  await openDevices(page)
  const account = page.getByRole('button', { name: /account of/ })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemradio').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(account).toBeFocused()

  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Refresh')
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await refresh.focus()
  await expect(page.getByRole('tooltip')).toHaveText('Refresh')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('the navigation is collapsed, and stays collapsed', { tag: '@long' }, async ({ page }) => {
  await signIn(page)
  await openDevices(page)
  await page.getByRole('button', { name: 'Collapse' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Devices' }),
  ).toBeVisible()
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('S2.161 S2.162 S2.163 list, device and windows fit, the navigation opens from its button', async ({ page }) => {
    await signIn(page, place.admin)
    await openDevices(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Open navigation' }).tap()
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
    await page.touchscreen.tap(370, 500)
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden()

    const name = await page.locator('#row-0 span').first().textContent()
    await page.locator('#row-0').tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
    await expect(page.getByRole('region', { name: 'Connection' })).toBeVisible()
    await expectNoSidewaysScroll(page)

    await page.goBack()
    await page.getByRole('button', { name: 'Add device' }).tap()
    const box = await page.getByRole('dialog').boundingBox()
    expect(box?.width).toBe(390)
    await page.getByRole('button', { name: 'Create install command' }).tap()
    await expect(page.getByRole('list', { name: 'Progress' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
