import { executeAction } from '@longreach/contract/actions/endpoints'
import { listBackups } from '@longreach/contract/configs/backup-endpoints'
import { expect, type Page } from '@playwright/test'
import { archive } from '../apps/fleet/src/send.ts'
import { expectAccessible, expectNoSidewaysScroll, navigate, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { until } from './register-user.ts'
import { test } from './test.ts'

const device = 'Head office gateway'
const exported = 'Depot yard gateway'
const restored = 'Head office backup'
const tagged = 'Pilot boat 2'

/** Milliseconds for a device that applies a configuration and connects again. */
const patience = 60_000

const place = ownPlace()
let ids: Record<string, number>
test.beforeAll(async () => {
  ids = await place.connect([device, exported, restored, tagged])
})

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Opens the page, and the window of rules on it. */
async function openRules(page: Page) {
  await page.goto('/management/upload-backup')
  await page.getByRole('button', { name: 'Periodic rules' }).click()
  return dialog(page, 'Periodic backup rules')
}

async function pick(page: Page, scope: ReturnType<typeof dialog>, label: string, name: string): Promise<void> {
  await scope.getByLabel(label, { exact: false }).last().fill(name)
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click()
}

/** Resolves once the backup of a device is kept. */
async function exportBackup(id: number): Promise<void> {
  await place.client.call(executeAction, { body: { action: 'download_backup', device_id: [id] } })
  await until(async () => {
    const { data } = await place.client.call(listBackups, { query: { device_id: id } })
    return data.length > 0
  })
}

test.describe('backups', () => {
  test('S2.28 S2.215 a rule is made and run, its backup is listed, and its log has the device', async ({ page }) => {
    await signIn(page, place.admin)
    const rules = await openRules(page)
    await rules.getByRole('button', { name: 'New rule' }).click()
    const form = dialog(page, 'New backup rule')
    await form.getByLabel('Name').fill('Weekly office')
    await pick(page, form, 'Devices', device)
    await page.keyboard.press('Tab')
    await form.getByText('Every week', { exact: true }).click()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create rule' }).click()
    await expect(page.getByText('Rule Weekly office created successfully')).toBeVisible()
    await expect(rules.getByText('Every Monday at 02:00', { exact: false })).toBeVisible()

    await rules.getByRole('button', { name: 'Actions for Weekly office' }).click()
    await page.getByRole('menuitem', { name: 'Run now' }).click()
    const status = dialog(page, `Action status Download backup: ${device}`)
    await expect(status.getByText('File received from device').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await rules.getByRole('button', { name: 'Actions for Weekly office' }).click()
    await page.getByRole('menuitem', { name: 'Log' }).click()
    const log = dialog(page, 'Log of Weekly office')
    await expect(log.getByText('1 of 1 done')).toBeVisible()
    await expect(log.getByText(device)).toBeVisible()
    await expectAccessible(page)

    await navigate(page, '/management/upload-backup?type=periodic_backup')
    await expect(row(page, 'Weekly office')).toContainText(device)
  })

  test('S2.216 chosen devices export a backup, with its progress', async ({ page }) => {
    await signIn(page, place.admin)
    await page.goto('/management/upload-backup')
    await page.getByRole('button', { name: 'Export backup' }).click()
    const window = dialog(page, 'Export backup')
    await pick(page, window, 'Devices', exported)
    await page.keyboard.press('Tab')
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Export' }).click()
    await expect(
      dialog(page, `Action status Download backup: ${exported}`).getByText('File received from device').first(),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await navigate(page, '/management/upload-backup?type=config')
    await expect(row(page, exported)).toBeVisible()
  })

  test('a backup is restored: what differs is shown first, firmware it may not fit is agreed to, and another brings it back', async ({
    page,
  }) => {
    test.setTimeout(4 * patience)
    const id = ids[restored] ?? 0
    await exportBackup(id)
    await signIn(page, place.admin)
    await page.goto(`/devices/${id}/configuration`)
    await page.getByRole('button', { name: 'Read now' }).click()
    await expect(page.getByText('In sync: the device has the intended version 1.')).toBeVisible({ timeout: patience })

    // An uploaded backup does not say which device or firmware it is from.
    await navigate(page, '/management/upload-backup?type=config')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const add = page.getByRole('dialog').filter({ hasText: 'Upload' })
    await add.locator('input[type=file]').setInputFiles({
      name: 'renamed.tar.gz',
      mimeType: 'application/gzip',
      buffer: archive({
        'etc/config/system': "config system 'system'\n\toption hostname 'renamed'\n\toption timezone 'UTC'\n",
        'etc/passwd': 'root:x:0:0\n',
      }),
    })
    await add.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for renamed.tar.gz' }).click()
    await page.getByRole('menuitem', { name: 'Restore backup…' }).click()
    const window = page.getByRole('dialog', { name: /^Restore backup/ })
    await pick(page, window, 'Devices', restored)
    await page.keyboard.press('Tab')
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Preview changes' }).click()
    const apply = page.getByRole('dialog', { name: /^Apply backup/ })
    await expect(apply.getByRole('button', { name: 'Nothing to apply' })).toBeVisible()
    await apply.getByText('Also 1 device with other firmware than the backup').click()
    await expect(apply.getByRole('row', { name: "option hostname 'renamed'" })).toHaveAttribute('data-kind', 'added')
    await apply.getByText('1 file of the backup is not restored').click()
    await expect(apply.getByText('/etc/passwd')).toBeVisible()
    await expectAccessible(page)
    await apply.getByRole('button', { name: 'Restore on 1 device' }).click()
    const work = page.getByRole('tabpanel', { name: /^Restore/ })
    await expect(work.getByText('1 done')).toBeVisible({ timeout: patience })
    await page.getByRole('region', { name: 'Work' }).getByRole('button', { name: 'Minimise' }).click()

    await navigate(page, `/devices/${id}`)
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Restore backup…' }).click()
    await window.getByLabel('Backup').first().click()
    await page
      .getByRole('option', { name: new RegExp(restored) })
      .first()
      .click()
    await window.getByRole('button', { name: 'Preview changes' }).click()
    await expect(apply.getByRole('row', { name: "option hostname 'renamed'" })).toHaveAttribute('data-kind', 'removed')
    await apply.getByRole('button', { name: 'Restore on 1 device' }).click()
    await expect(work.getByText('1 done')).toBeVisible({ timeout: patience })
    await navigate(page, `/devices/${id}/configuration`)
    await expect(page.getByText('In sync: the device has the intended version 3.')).toBeVisible()
  })

  test('a tag with an action updates the device it is put on, and its log says so', async ({ page }) => {
    await signIn(page, place.admin)
    await page.goto('/tags')
    // An empty list has a second one.
    await page.getByRole('button', { name: 'New tag' }).first().click()
    const form = dialog(page, 'New tag')
    await form.getByLabel('Name').fill('Gets RUTX 07.15')
    await form.getByRole('button', { name: 'Add action' }).click()
    await pick(page, form, 'Image', 'RUTX_R_00.07.15')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'New tag' }).click()
    await expect(page.getByText('Tag Gets RUTX 07.15 created successfully')).toBeVisible()

    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByRole('checkbox', { name: `Select ${tagged}` }).check()
    await page.getByRole('button', { name: 'Tags…' }).click()
    await page.getByRole('combobox', { name: 'Tags' }).fill('Gets RUTX')
    await page.getByRole('option', { name: 'Gets RUTX 07.15', exact: true }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Tags of 1 device updated successfully')).toBeVisible()
    await page.getByRole('link', { name: tagged }).click()
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Actions of tags' }).click()
    const log = dialog(page, `Actions of tags: ${tagged}`)
    await expect(log.getByText('Firmware upload: RUTX_R_00.07.15_WEBUI.bin')).toBeVisible()
    await expect(log.getByText('Gets RUTX 07.15')).toBeVisible()
    await expectAccessible(page)
  })

  test('on a phone the page and its windows fit', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page)
    const rules = await openRules(page)
    await expect(rules.getByText('Every night', { exact: true })).toBeVisible()
    await expect(rules.getByText('Every day at 02:30, Europe/Berlin')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})
