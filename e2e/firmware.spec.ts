import { patience } from '@longreach/contract/test-patience'
import { expect, type Page } from '@playwright/test'
import { discardWindow, expectAccessible, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const updated = 'Museum guest Wi-Fi'
const scheduled = 'Head office gateway'
const stable = 'RUTX_R_00.07.15'

const place = ownPlace()
test.beforeAll(async () => {
  await place.connect([updated, scheduled, 'Head office backup', 'Solar field 1', 'Night bus N2'])
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** The page of firmware, with the rows of the device alone. */
async function openFirmware(page: Page, name: string): Promise<void> {
  await page.goto(`/management/update-firmware?q=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toBeVisible()
}

async function openUpdate(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Update firmware…' }).click()
}

test.describe('firmware', () => {
  test('S2.27: outdated devices are listed, and one is updated to the stable image', async ({ page }) => {
    await signIn(page, place.admin)
    await page.goto('/management/update-firmware')
    await page.getByText('Outdated firmware', { exact: true }).click()
    await expect(page).toHaveURL(/firmware_outdated=yes/)
    await expect(row(page, updated)).toContainText(stable)
    await expect(row(page, 'Head office backup')).toHaveCount(0)

    await openFirmware(page, updated)
    await openUpdate(page, updated)
    const window = dialog(page, `Update firmware: ${updated}`)
    await expect(window.getByRole('radio', { name: new RegExp(stable) })).toBeChecked()
    await expect(window.getByRole('checkbox', { name: 'Keep the settings of the device' })).toBeChecked()
    await expect(window.getByText('The device will be updated')).toBeVisible()
    await expect(window.getByText('3 MB to fetch')).toBeVisible()
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Update 1 device' }).click()
    await expect(page.getByText('The update of 1 device was started')).toBeVisible()
    const work = page.getByRole('region', { name: 'Work' })
    await expect(work.getByText(/^Fetching: \d of 3 MB$/).first()).toBeVisible()
    await expect(work.getByText(`Firmware is now ${stable}`).first()).toBeVisible({ timeout: patience.firmwareUpdate })
    await expect(row(page, updated)).toContainText('Up to date')
    await expect(row(page, updated)).toContainText(`Firmware is now ${stable}`)
  })

  test('what is left out is said before anything is sent, with the reason of each device', async ({ page }) => {
    await signIn(page, place.admin)
    await page.goto('/management/devices?model=RUTX50,RUTX12,RUT956')
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
    await page.getByRole('button', { name: 'Update firmware…' }).click()
    const window = page.getByRole('dialog', { name: /^Update firmware: / })
    await window.getByRole('button', { name: /Other model/ }).click()
    await expect(window.getByText(`${stable}_WEBUI.bin is for RUTX; Solar field 1 is a RUT956`)).toBeVisible()
    await window.getByText('Keep the settings of the device').click()
    await expect(window.getByText(/^The device starts with the settings of the manufacturer/)).toBeVisible()
    await expectAccessible(page)
    await discardWindow(page)
    await expect(window).toHaveCount(0)
  })

  test('S2.217 S7.98: an update is scheduled, listed as pending and cancelled', async ({ page }) => {
    await signIn(page, place.admin)
    await openFirmware(page, scheduled)
    await openUpdate(page, scheduled)
    const window = dialog(page, `Update firmware: ${scheduled}`)
    await window.getByText('At a time', { exact: true }).click()
    await window.getByRole('button', { name: 'Schedule for 1 device' }).click()
    await expect(window.getByText('Required')).toBeVisible()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await window.getByLabel('Start at').fill(`${tomorrow}T01:30`)
    await window.getByRole('button', { name: 'Schedule for 1 device' }).click()
    await expect(page.getByText('The update of 1 device was scheduled')).toBeVisible()
    await expect(row(page, scheduled)).toContainText('Waiting until')

    await page.getByRole('button', { name: /^Pending updates/ }).click()
    const pending = dialog(page, 'Cancel updates')
    await pending.getByRole('checkbox', { name: scheduled }).check()
    await expect(pending.getByText(/^Starts /).first()).toBeVisible()
    await expectAccessible(page)
    await pending.getByRole('button', { name: 'Cancel 1 update' }).click()
    await expect(page.getByText('1 update cancelled successfully')).toBeVisible()
    await expect(row(page, scheduled)).toContainText('Cancelled by')
  })

  test('an image is withdrawn and declared again', async ({ page }) => {
    await signIn(page, 'root')
    await page.goto('/files/global/firmware')
    // For no device of the demo.
    const file = 'OTD1_R_00.07.15_WEBUI.bin'
    await page.getByRole('button', { name: 'Add global firmware' }).first().click()
    const added = dialog(page, 'Add global firmware')
    await added.locator('input[type=file]').setInputFiles({
      name: file,
      mimeType: 'application/octet-stream',
      buffer: Buffer.alloc(1000, 0xfe),
    })
    await added.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByText(`File ${file} uploaded successfully`)).toBeVisible()
    const menu = page.getByRole('button', { name: `Actions for ${file}` })
    for (let times = 0; times < 2; times++) {
      await menu.click()
      await page.getByRole('menuitem', { name: 'Declare stable' }).click()
      await expect(page.getByText(`${file} is now stable`).last()).toBeVisible()
      await expect(row(page, file)).toContainText('Stable')
      await menu.click()
      await page.getByRole('menuitem', { name: 'Withdraw ‘stable’' }).click()
      await expect(page.getByText(`${file} is no longer declared`).last()).toBeVisible()
      await expect(row(page, file)).not.toContainText('Stable')
    }
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(row(page, file)).toHaveCount(0)
  })
})
