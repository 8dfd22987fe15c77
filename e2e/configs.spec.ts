import { readFileSync } from 'node:fs'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { listConfigVersions } from '@longreach/contract/configs/endpoints'
import { deleteDevices } from '@longreach/contract/devices/endpoints'
import { expect, type Locator, type Page } from '@playwright/test'
import { demoDrifting } from '../apps/fleet/src/demo.ts'
import { bulkBar, expectAccessible, expectNoSidewaysScroll, navigate, password, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

/** Milliseconds for a device that applies a configuration and connects again. */
const patience = 60_000

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const version = (page: Page, seq: number) => page.getByRole('radio', { name: `Version ${seq} ` })
const difference = (page: Page) => page.getByRole('table', { name: 'Difference' })
const shown = (page: Page, seq: number) => page.getByRole('region', { name: `Version ${seq}`, exact: true })

async function pickOption(page: Page, scope: Locator, label: string, name: string): Promise<void> {
  await scope.getByLabel(label).first().click()
  await page.getByRole('option', { name, exact: true }).click()
}

const minimise = (page: Page) =>
  page.getByRole('region', { name: 'Work' }).getByRole('button', { name: 'Minimise' }).click()

const place = ownPlace()

/** Connects a device, whose configuration is read. */
async function connectRead(name: string, wish?: Parameters<typeof place.connect>[1]): Promise<number> {
  const { [name]: id = 0 } = await place.connect([name], wish)
  const started = await place.client.call(executeAction, { body: { action: 'read_configuration', device_id: [id] } })
  expect(started.status).toBeLessThan(300)
  await expect
    .poll(async () => (await place.client.call(listConfigVersions, { query: { device_id: String(id) } })).data.length)
    .toBe(1)
  return id
}

test.describe('configurations', () => {
  test('S2.26 S2.213 S2.254 S2.259: a device is read, changed with a preview, compared and restored; on a phone nothing is cut off', async ({
    page,
  }) => {
    test.setTimeout(4 * patience)
    const device = 'Depot workshop AP'
    const empty = await place.addCompany('Empty')
    await place.connect([device])
    await signIn(page, place.admin)
    await page.goto(`/device-configuration?only=${empty.id}`)
    await expect(page.getByText('No configuration was read yet')).toBeVisible()
    await button(page, 'Open devices').click()
    await navigate(page, '/management/devices')
    await page.getByRole('link', { name: device }).click()
    await page.getByRole('navigation', { name: 'Device' }).getByRole('link', { name: 'Configuration' }).click()
    await expect(page.getByText('The configuration was never read')).toBeVisible()
    await button(page, 'Read now').click()
    await expect(page.getByText('In sync: the device has the intended version 1.')).toBeVisible()
    await expect(version(page, 1)).toBeChecked()
    await expect(page.getByText("option hostname 'TAP200-")).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Configuration', exact: true }).first().click()
    await expect(row(page, device)).toContainText('In sync')
    await row(page, device).getByRole('checkbox').click()
    await bulkBar(page).getByRole('button', { name: 'Configure…' }).click()
    const change = dialog(page, /^Change configuration/)
    await change.getByLabel('Line 1: section or file').fill('system.system')
    await change.getByLabel('Line 1: option').fill('hostname')
    await change.getByLabel('Line 1: value').fill('workshop')
    await change.getByRole('button', { name: 'Preview changes' }).click()
    const apply = dialog(page, /^Apply configuration/)
    await expect(apply.getByRole('row', { name: "option hostname 'workshop'" })).toHaveAttribute('data-kind', 'added')
    await apply.getByRole('button', { name: 'Apply to 1 device' }).click()
    const work = page.getByRole('tabpanel', { name: /^Configure/ })
    await expect(work.getByText('1 done')).toBeVisible({ timeout: patience })
    await minimise(page)

    await row(page, device).getByRole('link', { name: device }).click()
    await expect(page).toHaveURL(/\/devices\/\d+\/configuration$/)
    await expect(page.getByText('In sync: the device has the intended version 2.')).toBeVisible()
    await expect(version(page, 2)).toBeChecked()
    await expect(shown(page, 2).getByRole('combobox', { name: 'Compare with' })).toHaveValue(/^Version 1 · First read/)
    await expect(difference(page).getByRole('row', { name: "option hostname 'workshop'" })).toBeVisible()
    await expectAccessible(page)
    await page.getByText('Side by side', { exact: true }).click()
    await expect(difference(page).getByRole('columnheader', { name: 'Before' })).toBeVisible()

    // By arrows to the other version, whose comparison is the reverse.
    await version(page, 2).focus()
    await page.keyboard.press('ArrowDown')
    await expect(shown(page, 1).getByText("option hostname 'TAP200-")).toBeVisible()
    await expect(difference(page)).toHaveCount(0)
    const saved = page.waitForEvent('download')
    await button(page, 'Download').click()
    await expect(dialog(page, 'Download version 1?')).toContainText('in plain text')
    await dialog(page, 'Download version 1?').getByRole('button', { name: 'Download' }).click()
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain("option hostname 'TAP200-")

    await button(page, 'Roll back to this version').click()
    const restore = dialog(page, /^Roll back to version 1/)
    await expect(restore.getByRole('row', { name: "option hostname 'workshop'" })).toHaveAttribute(
      'data-kind',
      'removed',
    )
    await restore.getByRole('button', { name: 'Roll back to version 1' }).click()
    await expect(page.getByText('In sync: the device has the intended version 3.')).toBeVisible({ timeout: patience })
    await expect(page.getByRole('tabpanel', { name: /^Roll back/ }).getByText('1 done')).toBeVisible()
    await minimise(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await navigate(page, '/device-configuration')
    await expect(page.getByRole('link', { name: device })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await button(page, 'Help').first().click()
    await expect(page.getByRole('complementary', { name: 'Help' })).toContainText(
      /^Configuration\s*A change is composed of lines/,
    )
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Templates' }).click()
    await expect(page.getByText('No templates')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  test('S2.254: devices that were never read are counted above the list, filtered and read together', async ({
    page,
  }) => {
    const names = ['Pump station East', 'Bus 12'] as const
    const company = await place.addCompany('Unread')
    await place.connect(names, { company: company.id })
    await signIn(page, place.admin)
    await page.goto(`/device-configuration?only=${company.id}`)
    const notice = page.getByRole('region', { name: 'Devices that were never read' })
    await expect(notice).toContainText('2 devices were never read')
    await expectAccessible(page)
    await notice.getByRole('link', { name: 'Show them' }).click()
    await expect(page).toHaveURL(/config_state=not_read/)
    for (const name of names) await expect(row(page, name)).toBeVisible()
    await page.goBack()
    await button(page, 'Read them now').click()
    for (const name of names) await expect(row(page, name)).toContainText('In sync')
    await minimise(page)
    await expect(notice).toBeHidden()
  })

  test('a setting on ten devices of a filter takes six clicks and three fields, and what is sent is seen before', async ({
    page,
  }) => {
    const names = [
      'Head office gateway',
      'Head office backup',
      'Depot yard gateway',
      'Tram 4',
      'Night bus N2',
      'Solar field 1',
      'Solar field 2',
      'Water tower',
      'Pilot boat 2',
      'Weather mast North',
    ] as const
    const company = await place.addCompany('Ten')
    const ids = Object.values(await place.connect(names, { company: company.id }))
    await place.client.call(executeAction, { body: { action: 'read_configuration', device_id: ids } })
    await signIn(page, place.admin)
    await page.goto(`/device-configuration?only=${company.id}`)
    await expect(row(page, 'In sync')).toHaveCount(10)
    await page.evaluate(() => {
      const counts = Object.assign(window, { clicks: 0, fields: new Set<EventTarget | null>() })
      addEventListener('pointerdown', () => counts.clicks++, true)
      addEventListener(
        'input',
        ({ target }) => counts.fields.add(target instanceof HTMLInputElement && target.type === 'text' ? target : null),
        true,
      )
    })
    await page.locator('label', { hasText: 'In sync' }).click()
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
    await bulkBar(page).getByRole('button', { name: 'Configure…' }).click()
    const change = dialog(page, /^Change configuration/)
    await change.getByLabel('Line 1: section or file').fill('system.system')
    await change.getByLabel('Line 1: option').fill('hostname')
    await expect(change.getByText(/^Now .* · differs on 9 devices$/)).toBeVisible()
    await change.getByLabel('Line 1: value').fill('same')
    await change.getByRole('button', { name: 'Preview changes' }).click()
    const apply = dialog(page, /^Apply configuration/)
    await expect(apply.getByRole('row', { name: "option hostname 'same'" })).toHaveAttribute('data-kind', 'added')
    await apply.getByRole('button', { name: 'Apply to 10 devices' }).click()
    await expect(page.getByRole('tabpanel', { name: /^Configure/ })).toBeVisible()
    const [clicks, fields] = await page.evaluate(() => {
      const counts = window as unknown as { clicks: number; fields: Set<EventTarget | null> }
      counts.fields.delete(null)
      return [counts.clicks, counts.fields.size] as const
    })
    expect(clicks).toBeLessThanOrEqual(6)
    expect(fields).toBe(3)
  })

  test('a device that is deleted while its preview is open is named, nothing is sent, and nothing typed is lost', async ({
    page,
  }) => {
    const company = await place.addCompany('Gone')
    const names = ['Parking barrier P3', 'Ticket kiosk, Airport'] as const
    const ids = await place.connect(names, { company: company.id })
    await signIn(page, place.admin)
    await page.goto(`/management/devices?only=${company.id}`)
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
    await bulkBar(page).getByRole('button', { name: 'Configure' }).click()
    const change = dialog(page, /^Change configuration/)
    await change.getByLabel('Line 1: section or file').fill('system.system')
    await change.getByLabel('Line 1: option').fill('hostname')
    await change.getByLabel('Line 1: value').fill('quay')
    await change.getByRole('button', { name: 'Preview changes' }).click()
    const apply = dialog(page, /^Apply configuration/)
    await expect(apply.getByText('It gets exactly this:')).toBeVisible()
    await expect(apply.getByRole('row', { name: "set system.system.hostname='quay'" })).toHaveAttribute(
      'data-kind',
      'added',
    )
    await expectAccessible(page)
    await place.client.call(deleteDevices, { body: { device_id: [ids['Ticket kiosk, Airport']] } })
    await apply.getByRole('button', { name: 'Apply to 2 devices' }).click()
    await expect(
      apply.getByText(
        '1 device is no longer there or in your reach: Ticket kiosk, Airport. Nothing was sent: check the preview',
      ),
    ).toBeVisible()
    await expect(change.getByLabel('Line 1: value')).toHaveValue('quay')
    await apply.getByRole('button', { name: 'Apply to 1 device' }).click()
    await expect(page.getByRole('tabpanel', { name: /^Configure/ })).toContainText('Parking barrier P3')
  })

  test('S2.214: a configuration is saved, renamed, loaded into a change and deleted', async ({ page }) => {
    await signIn(page, place.admin)
    await page.goto('/device-configuration/templates')
    await button(page, 'New template').first().click()
    const created = dialog(page, 'New template')
    await created.getByText('Saved configuration').click()
    await created.getByLabel('Line 1: section or file').fill('system.system')
    await created.getByLabel('Line 1: option').fill('zonename')
    await created.getByLabel('Line 1: value').fill('Europe/Vilnius')
    await button(created, 'Save').click()
    await expect(created.getByText('Required')).toBeVisible()
    await created.getByRole('textbox', { name: 'Name' }).fill('Zone')
    await button(created, 'Save').click()
    const menuOf = (name: string) => button(page, `Actions for ${name}`)
    await menuOf('Zone').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edited = dialog(page, 'Edit template')
    await expect(edited.getByLabel('Line 1: value')).toHaveValue('Europe/Vilnius')
    await edited.getByRole('textbox', { name: 'Name' }).fill('Zone of the depot')
    await button(edited, 'Save').click()
    await menuOf('Zone of the depot').click()
    await page.getByRole('menuitem', { name: 'Apply…' }).click()
    const change = dialog(page, /^Change configuration/)
    await expect(change.getByText('Europe/Vilnius')).toBeVisible()
    await page.keyboard.press('Escape')
    await menuOf('Zone of the depot').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await button(dialog(page, 'Delete Zone of the depot?'), 'Delete').click()
    await expect(page.getByText('No templates')).toBeVisible()
  })

  test('a device that was changed by hand says so: it is found, ignored, overwritten, and nothing is left', async ({
    page,
  }) => {
    test.setTimeout(4 * patience)
    const changed = 'Configuration drifted: changed on the device'
    await connectRead(demoDrifting, { faults: { [demoDrifting]: 'drifts' } })
    await signIn(page, place.admin)
    await page.goto('/device-configuration')
    await expect(row(page, demoDrifting)).toContainText('Drifted', { timeout: patience })
    await button(page, 'Drifted devices').click()
    await expect(page).toHaveURL(/config_state=drifted/)
    await expect(page.locator('#row-0')).toContainText(demoDrifting)
    await expect(page.locator('#row-0').getByRole('img', { name: changed })).toBeVisible()
    await expect(page.locator('#row-1')).toHaveCount(0)

    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await attention.getByRole('button', { name: '1 Drifted Configuration' }).click()
    await expect(page).toHaveURL(/attention=config_drifted/)
    await page.getByRole('link', { name: demoDrifting }).click()
    await page.getByRole('list', { name: 'Warnings' }).getByRole('button', { name: 'Show' }).click()
    await expect(page.getByText('Drifted: the device has version 2 instead of the intended version 1.')).toBeVisible()
    await expect(difference(page).getByRole('row', { name: "option timezone 'EET-2EEST'" })).toBeVisible()

    await button(page, 'Ignore').click()
    await dialog(page, /^Ignore the difference/)
      .getByRole('button', { name: 'Ignore' })
      .click()
    await expect(page.getByText('It is listed as drifted again')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Warnings' }).getByText(changed)).toHaveCount(0)
    await button(page, 'Overwrite').click()
    await dialog(page, /^Overwrite the configuration/)
      .getByRole('button', { name: 'Overwrite' })
      .click()
    await expect(page.getByText('In sync: the device has the intended version 1.')).toBeVisible({ timeout: patience })
    await page.getByRole('region', { name: 'Work' }).getByRole('button', { name: 'Minimise' }).click()
    await navigate(page, '/management/devices?config_state=drifted')
    await expect(page.getByText('No matching devices')).toBeVisible()
  })

  test('a user who may not change configurations sees versions, and nothing to change them with', async ({ page }) => {
    const device = await connectRead('Pier 4 crane')
    await signIn(page, await place.addUser('readonly_admin'))
    await page.goto(`/devices/${device}/configuration`)
    await expect(version(page, 1)).toBeChecked()
    for (const name of ['Read now', 'Configure…', 'Roll back to this version', 'Download'])
      await expect(button(page, name)).toHaveCount(0)
  })

  test('a change without return asks for the password, and the log of the device has its call', async ({ page }) => {
    test.setTimeout(2 * patience)
    const device = 'Fish market'
    await connectRead(device)
    await signIn(page, place.admin)
    await page.goto('/device-configuration')
    await row(page, device).getByRole('checkbox').click()
    await bulkBar(page).getByRole('button', { name: 'Configure…' }).click()
    const change = dialog(page, /^Change configuration/)
    await change.getByLabel('Line 1: section or file').fill('system.system')
    await change.getByLabel('Line 1: option').fill('hostname')
    await change.getByLabel('Line 1: value').fill('elsewhere')
    await change.getByRole('button', { name: 'Preview changes' }).click()
    const apply = dialog(page, /^Apply configuration/)
    await apply.getByText('Apply without rolling back', { exact: true }).first().click()
    await expect(apply.getByText('The device keeps this change in any case')).toBeVisible()
    await apply.getByRole('button', { name: 'Apply without rolling back' }).click()
    const proof = dialog(page, 'Confirm your password')
    await proof.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
    const work = page.getByRole('tabpanel', { name: /^Configure/ })
    await expect(work.getByText('1 done')).toBeVisible({ timeout: patience })
    await minimise(page)

    await row(page, device).getByRole('link', { name: device }).click()
    await button(page, 'Log').click()
    const log = dialog(page, /^Configuration log/)
    const last = log.getByRole('list').first().getByRole('listitem').first()
    await expect(last).toContainText('Configured')
    await expect(last).toContainText('PUT /uci/system/system{"hostname":"elsewhere"}')
    await expectAccessible(page)
  })

  test('an API document is uploaded and replaced; a call of the API is checked by it, applied and logged', async ({
    page,
  }) => {
    test.setTimeout(4 * patience)
    const named = { hostname: { type: 'string', maxLength: 12 } }
    const data = { type: 'object', properties: named, required: ['hostname'] }
    const schema = { type: 'object', properties: { data }, required: ['data'] }
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    const document = (version: string) => ({
      name: 'rutos.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({
          openapi: '3.0.0',
          info: { title: 'RutOS API', version },
          paths: { '/system/config/{id}': { get: {}, put: { summary: 'Change the name', requestBody } } },
        }),
      ),
    })
    const device = 'Museum guest Wi-Fi'
    await connectRead(device)
    await signIn(page, 'root')
    await page.goto('/device-configuration/templates')
    await button(page, 'API documents').click()
    const documents = dialog(page, 'Device API documents')
    await expect(documents.getByText('No documents yet')).toBeVisible()
    await button(documents, 'Upload document').click()
    const upload = dialog(page, 'Upload device API document')
    await pickOption(page, upload, 'System', 'RutOS')
    await upload.locator('input[type=file]').setInputFiles(document('1.14'))
    await button(upload, 'Upload').click()
    await expect(documents.getByText('Version 1.14')).toBeVisible()
    await expect(documents.getByText('2 calls', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await button(documents, 'Actions for RutOS').click()
    await page.getByRole('menuitem', { name: 'Replace' }).click()
    await upload.locator('input[type=file]').setInputFiles(document('1.15'))
    await button(upload, 'Upload').click()
    await expect(documents.getByText('Version 1.15')).toBeVisible()

    await page.goto(`/device-configuration?within=${place.id}`)
    await row(page, device).getByRole('checkbox').click()
    await bulkBar(page).getByRole('button', { name: 'Configure…' }).click()
    const change = dialog(page, /^Change configuration/)
    await change.getByLabel('Line 1: what it does').selectOption('Call device API')
    await change.getByLabel('Line 1: path of the API').fill('/api/system/config/system')
    await expect(change.getByText('Change the name', { exact: true })).toBeVisible()
    await button(change, 'Insert required fields').click()
    const content = change.getByLabel('Line 1: request data as JSON')
    await expect(content).toHaveValue(/"hostname"/)
    await button(change, 'Read current values').click()
    await expect(content).toHaveValue(/"hostname": "RUTX10-/)
    await expect(change.getByText('As the device has it now', { exact: true })).toBeVisible()
    await button(change, 'Undo').click()
    await expect(content).toHaveValue(/"hostname": ""/)
    await content.fill('{ "data": { "hostname": "longer-than-it-may-be" } }')
    await change.getByRole('button', { name: 'Preview changes' }).click()
    const apply = dialog(page, /^Apply configuration/)
    await expect(apply.getByText(/data\.hostname/)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await content.fill('{ "data": { "hostname": "by-its-api" } }')
    await change.getByRole('button', { name: 'Preview changes' }).click()
    await apply.getByRole('button', { name: 'Apply to 1 device' }).click()
    await expect(page.getByRole('tabpanel', { name: /^Configure/ }).getByText('1 done')).toBeVisible({
      timeout: patience,
    })
    await minimise(page)
    await row(page, device).getByRole('link', { name: device }).click()
    await expect(page.getByText("option hostname 'by-its-api'").first()).toBeVisible()
    await button(page, 'Log').click()
    const last = dialog(page, /^Configuration log/)
      .getByRole('list')
      .first()
      .getByRole('listitem')
      .first()
    await expect(last).toContainText('PUT /api/system/config/system')
    await expect(last).toContainText('200')
    await page.keyboard.press('Escape')

    await page.goto('/device-configuration/templates')
    await button(page, 'API documents').click()
    await button(documents, 'Actions for RutOS').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await button(dialog(page, 'Delete the document for RutOS?'), 'Delete').click()
    await expect(documents.getByText('No documents yet')).toBeVisible()
  })
})
