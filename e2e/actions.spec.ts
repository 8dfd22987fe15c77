import { readFileSync } from 'node:fs'
import { patience } from '@longreach/contract/test-patience'
import { expect, type Page } from '@playwright/test'
import {
  bulkBar,
  expectAccessible,
  expectNoSidewaysScroll,
  onlineDevice,
  openDevices,
  signIn,
} from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()
/** A router, a gateway, a switch, an access point and an outdoor modem. */
const kinds = ['Museum guest Wi-Fi', 'Water tower', 'Pier 4 switch', 'Depot workshop AP', 'Weather mast North'] as const
/** A device that is used alone. */
const single = 'Bus 12'
let ids: Record<string, number>

test.beforeAll(async () => {
  const more = ['Bus 27', 'Tram 4', 'Solar field 1', 'Solar field 2', 'Night bus N2', 'Fish market'] as const
  ids = await place.connect([...kinds, single, ...more])
})

/** Selects the first rows of the list and returns their names. */
async function choose(page: Page, count: number): Promise<string[]> {
  const names = []
  for (let index = 0; index < count; index++) {
    const row = page.locator(`#row-${index}`)
    names.push((await row.getByRole('link').first().textContent()) ?? '')
    await row.getByRole('checkbox').click()
  }
  return names
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** The tab of the dock that is shown. */
const work = (page: Page, name: string | RegExp) => page.getByRole('tabpanel', { name })

test.describe('actions on devices', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, place.admin)
  })

  test('S1.1 S4.86 S4.87 S4.88: an action on devices of all kinds is followed in its window, closed, and opened again', async ({
    page,
  }) => {
    await openDevices(page, '?status=online&model=RUTX10,TRB245,TSW202,TAP200,OTD500')
    for (const name of kinds) await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
    const [first] = await choose(page, kinds.length)
    await bulkBar(page).getByRole('button', { name: 'Refresh data' }).click()
    const progress = work(page, 'Refresh data 5 of 5')
    await expect(progress.getByText('5/5')).toBeVisible()
    await expect(progress.getByText('5 done')).toBeVisible()
    await expect(bulkBar(page)).toHaveCount(0)
    await page.keyboard.press('Control+`')
    await page.getByRole('tab', { name: /Refresh data/ }).focus()
    await page.keyboard.press('Delete')
    await expect(progress).toHaveCount(0)

    // From the list of actions it is opened again, from the log of one of its devices in the window of the specification.
    await page.getByRole('link', { name: 'Actions', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'Refresh data' }).first()
    await expect(row).toContainText('5/5')
    await row.getByRole('button', { name: 'Refresh data' }).click()
    await expect(progress.getByText('5 done')).toBeVisible()
    await progress.getByRole('button', { name: `Done ${first}` }).click()
    await progress.getByRole('link', { name: 'Open device' }).click()
    await page
      .getByRole('button', { name: /^Refresh data: Data received/ })
      .first()
      .click()
    const status = dialog(page, 'Action status Refresh data: 5 devices')
    await expect(status.getByText('5/5')).toBeVisible()
    await status.getByRole('button', { name: `Done ${first}` }).click()
    const steps = status.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await expect(steps).toHaveText([/Waiting to be sent/, /Sent to device/, /Data received from device/])
    await expectAccessible(page)
    await status.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(status).toHaveCount(0)
  })

  test('S2.218: what waits for an offline device is listed, cancelled, and can be read in its activity', {
    tag: '@long',
  }, async ({ page }) => {
    const name = 'Ferry Aurora'
    await place.connect([name])
    await place.stop(name)
    await openDevices(page, `?status=offline&q=${name}`)
    await choose(page, 1)
    await bulkBar(page).getByRole('button', { name: 'Refresh data' }).click()
    const progress = work(page, `Refresh data ${name}`)
    await expect(progress.getByText(/Device is offline since .*\. Waiting until/).first()).toBeVisible()

    await page.getByRole('link', { name: 'Actions', exact: true }).click()
    await page.getByRole('button', { name: 'Pending jobs' }).click()
    const jobs = dialog(page, 'Pending jobs')
    await expectAccessible(page)
    await jobs.getByRole('button', { name: `Cancel Refresh data on ${name}` }).click()
    const question = dialog(page, `Cancel Refresh data on ${name}?`)
    await question.getByRole('button', { name: 'Keep pending' }).click()
    await jobs.getByRole('button', { name: `Cancel Refresh data on ${name}` }).click()
    await question.getByRole('button', { name: 'Cancel Refresh data' }).click()
    await expect(jobs.getByText('No pending jobs')).toBeVisible()
    await jobs.getByRole('button', { name: 'Close', exact: true }).last().click()

    await expect(progress.getByText('1 cancelled')).toBeVisible()
    await progress.getByRole('link', { name: 'Open device' }).click()
    await page
      .getByRole('button', { name: `Refresh data: Cancelled by ${place.admin.username}` })
      .first()
      .click()
    await expect(dialog(page, `Refresh data: ${name}`)).toBeVisible()
  })

  test('all devices of a filter are acted on at once, after a confirmation with their number', async ({ page }) => {
    await openDevices(page, '?status=online')
    await choose(page, 1)
    const all = bulkBar(page).getByRole('button', { name: /Select all \d+/ })
    const count = /\d+/.exec((await all.textContent()) ?? '')?.[0]
    await all.click()
    await expect(bulkBar(page).getByText(`All ${count} in this list`)).toBeVisible()
    await bulkBar(page).getByRole('button', { name: 'Reboot' }).click()
    const question = dialog(page, `Reboot all ${count} devices in this list?`)
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await bulkBar(page).getByRole('button', { name: 'Refresh data' }).click()
    const progress = work(page, `Refresh data ${count} of ${count}`)
    await expect(progress.getByText(`${count}/${count}`)).toBeVisible()
    // More rows than fit on the screen: the dock stays on it.
    const box = await progress.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
  })

  test('a device is rebooted after a confirmation and comes back', { tag: '@long' }, async ({ page }) => {
    const name = single
    await page.goto(`/devices/${ids[name]}/activity`)
    await page.getByRole('button', { name: 'Reboot', exact: true }).click()
    await dialog(page, `Reboot ${name}?`).getByRole('button', { name: 'Reboot' }).click()
    await expect(page.getByRole('button', { name: /running$/ })).toHaveText('1 running')
    await expect(
      work(page, `Reboot ${name}`).getByRole('list', { name: 'Steps' }).getByText('Device restarted'),
    ).toBeVisible({ timeout: patience.restart })
    await expect(page.getByRole('button', { name: 'Reboot: Device restarted' }).first()).toBeVisible()
  })

  test('a command is run, its output shown as text, and recalled by the arrow key', { tag: '@long' }, async ({
    page,
  }) => {
    const name = single
    await page.goto(`/devices/${ids[name]}/activity`)
    await page.getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Run command…' }).click()
    const window = dialog(page, `Run command: ${name}`)
    const field = window.getByRole('textbox', { name: 'Command' })
    await window.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(window.getByRole('alert')).toHaveText('Enter a command')
    await field.fill("echo '<b>not bold</b>'")
    await page.keyboard.press('Enter')
    await expect(window).toHaveCount(0)
    const answer = work(page, 'Command')
    await expect(answer.locator('pre')).toHaveText('<b>not bold</b>')
    await expect(answer.getByText('Exit code 0')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Run command…' }).click()
    await expect(field).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(field).toHaveValue("echo '<b>not bold</b>'")
    await page.keyboard.press('Escape')
    await expect(window).toHaveCount(0)
  })

  test('S2.209 S7.93 S7.94: passwords are generated, listed for one download, and entered', async ({ page }) => {
    await openDevices(page, '?status=online&sort=-name')
    await choose(page, 2)
    await bulkBar(page).getByRole('button', { name: 'More actions' }).click()
    await bulkBar(page).getByRole('button', { name: 'Set password…' }).click()
    const manager = dialog(page, 'Password manager: 2 devices')
    await manager.getByLabel('Length').fill('7')
    await manager.getByRole('button', { name: 'Generate and set' }).click()
    await expect(manager.getByLabel('Length')).toBeFocused()
    await expectAccessible(page)
    await manager.getByLabel('Length').fill('20')
    await manager.getByLabel('With special characters').check()
    await manager.getByRole('button', { name: 'Generate and set' }).click()
    await expect(page.getByText('Passwords were generated for 2 devices and are being set')).toBeVisible()
    await expect(work(page, 'Set password 2 of 2').getByText('Password set')).toHaveCount(2)
    const lists = dialog(page, 'Password lists')
    await expect(lists.getByText(/set on 2 of 2/).first()).toBeVisible()
    await expectAccessible(page)
    await lists
      .getByRole('button', { name: /^Download the passwords of/ })
      .first()
      .click()
    const download = page.waitForEvent('download')
    await dialog(page, 'Download 2 passwords?').getByRole('button', { name: 'Download and wipe' }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file).toMatch(/^serial,password,name,status\r\n(\d{10},[^,]{20},[^,]+,Password set\r\n){2}$/)
    await expect(lists.getByText(/^Downloaded /).first()).toBeVisible()
    await lists.getByRole('button', { name: 'Close', exact: true }).last().click()

    await bulkBar(page).getByRole('button', { name: 'Set password…' }).click()
    await manager.getByText('Enter', { exact: true }).click()
    await manager.getByLabel('New password', { exact: false }).first().fill('Secret-1234')
    await manager.getByLabel('Repeat password', { exact: false }).first().fill('Secret-12345')
    await manager.getByRole('button', { name: 'Set password' }).click()
    await expect(manager.getByText('Passwords do not match')).toBeVisible()
    await manager.getByLabel('Repeat password', { exact: false }).first().fill('Secret-1234')
    await manager.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('The password is being set on 2 devices')).toBeVisible()
    await expect(lists).toHaveCount(0)
    await expect(work(page, 'Set password 2 of 2').last().getByText('Password set')).toHaveCount(2)
  })

  test('a backup is requested from a device and downloaded', async ({ page }) => {
    await page.goto(`/devices/${ids[single]}/activity`)
    await page.getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Download backup' }).click()
    const progress = work(page, /^Download backup/)
    await expect(progress.getByRole('list', { name: 'Steps' }).getByText('File received from device')).toBeVisible()
    const download = page.waitForEvent('download')
    await progress.getByRole('button', { name: 'Download file' }).click()
    expect((await download).suggestedFilename()).toMatch(/^backup-\d{10}-\d{8}-\d{6}\.tar\.gz$/)
    expect(readFileSync(await (await download).path()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
    await expectAccessible(page)
  })

  test('on a phone the dock fills the screen and nothing overflows', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/devices/${ids[single]}/activity`)
    await page.getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Refresh data' }).click()
    const progress = work(page, /^Refresh data/)
    await expect(progress.getByText('1/1')).toBeVisible()
    expect((await page.getByRole('region', { name: 'Work' }).boundingBox())?.height).toBe(844)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})

test('without the permission no action is offered', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'guest')
  await openDevices(page)
  await choose(page, 1)
  for (const name of ['Reboot', 'Refresh data', 'Run command…'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  const { id } = await onlineDevice(page)
  await page.goto(`/devices/${id}/activity`)
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await expect(page.getByRole('menuitem', { name: 'Recent actions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reboot', exact: true })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Run command…' })).toHaveCount(0)
})
