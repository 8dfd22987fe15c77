import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { demoFailing } from '../apps/fleet/src/demo.ts'
import { bulkBar, expectAccessible, expectNoSidewaysScroll, openDevices, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const image = 'RUTX_R_00.07.15'
/** The other device of the same model, whose update succeeds. */
const well = 'Bus 12'
const others = ['Head office gateway', 'Head office backup', 'North depot gateway', 'Museum guest Wi-Fi'] as const

const place = ownPlace()
test.beforeAll(async () => {
  await place.connect([well, demoFailing, ...others], { faults: { [demoFailing]: 'old-version' } })
})

/** Milliseconds for devices that fetch an image and restart. */
const patience = 90_000

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name, exact: true })
const device = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const banner = (page: Page) => page.getByRole('region', { name: /^Halted by itself/ })

/** Selects the devices of a list and opens a campaign for them. */
async function openNew(page: Page, search: string) {
  await openDevices(page, search)
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
  await page.getByRole('button', { name: 'Update in waves' }).click()
  return dialog(page, 'New campaign')
}

test.describe('campaigns', () => {
  test('a campaign is drafted for selected devices, edited, started, halts by itself, is retried and resumed', async ({
    page,
  }) => {
    test.setTimeout(6 * patience)
    await signIn(page, place.admin)
    const window = await openNew(page, '?model=RUTX11')
    await expect(window.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('Buses')
    await window.getByRole('radio', { name: new RegExp(image) }).check()
    await expect(window.getByText('2 devices in 2 waves: 1, 1')).toBeVisible()
    await window.getByRole('button', { name: 'Remove row 2' }).click()
    await window.getByRole('textbox', { name: 'How many' }).nth(1).fill('')
    await window.getByRole('combobox', { name: 'Observe each device for' }).click()
    await page.getByRole('option', { name: 'Not at all' }).click()
    await window.getByText('Not yet, keep as a draft').click()
    await window.getByRole('button', { name: 'Create campaign' }).click()
    await expect(window.getByText('Required')).toBeVisible()
    await window.getByRole('textbox', { name: 'How many' }).nth(1).fill('50')
    await window.getByRole('textbox', { name: 'Failures allowed' }).nth(1).fill('0')
    await window.getByRole('button', { name: 'Create campaign' }).click()

    await expect(page.getByRole('heading', { name: 'Buses' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Plan' }).getByText('2 devices selected')).toBeVisible()
    await expect(page.getByText('They are selected when the campaign starts.')).toBeVisible()
    await button(page, 'Edit').click()
    const edited = dialog(page, 'Edit campaign')
    await edited.getByRole('textbox', { name: 'Name' }).fill('Buses to 07.15')
    await edited.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Buses to 07.15' })).toBeVisible()

    await button(page, 'Start').click()
    await dialog(page, /^Start campaign/)
      .getByRole('radio', { name: 'Now' })
      .press('Enter')
    await expect(page.getByText('Campaign started')).toBeVisible()
    const counter = page.getByRole('banner').getByRole('link', { name: '1 campaign is running' })
    await expect(counter).toHaveAttribute('href', /campaigns\?state=running$/)
    await button(page, 'Pause').click()
    await expect(page.getByText('Nothing more is sent.')).toBeVisible()
    await expect(counter).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: /^Paused$/ })).toHaveCount(1)
    await button(page, 'Resume').click()

    // Depending on the order of the devices it halts in the first wave or in the second.
    await expect(banner(page)).toContainText(/Wave [12]: 1 of 1 devices failed. Failures allowed: 0/, {
      timeout: patience,
    })
    await expect(device(page, demoFailing)).toContainText('Other version')
    await expect(device(page, demoFailing)).toContainText('The device restarted with firmware RUTX_R_')
    const first = (await banner(page).textContent())?.includes('Wave 1') === true
    await expect(banner(page)).toContainText(first ? '1 device has received nothing' : 'Every device has received it')
    await expect(device(page, well)).toContainText(first ? 'Not started' : 'Done')
    await expect(page.getByText('1 failed', { exact: true }).last()).toBeVisible()
    await expectAccessible(page)

    await button(page, 'Retry 1 failed').click()
    await expect(page.getByText('1 device is tried again')).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    await expect(banner(page)).toBeVisible({ timeout: patience })

    await button(page, 'Resume').click()
    const asked = dialog(page, /^Resume campaign/)
    await expect(asked.getByLabel('Why it is safe to continue')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(asked.getByText('Required')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.type('This one is known to be broken')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: /^Done$/ })).toHaveCount(1, { timeout: patience })
    await expect(device(page, well)).toContainText('07.12 → 07.15')

    const saved = page.waitForEvent('download')
    await button(page, 'CSV').click()
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines.find((line) => line.includes(demoFailing))).toContain(',failed,version,')
    expect(lines.find((line) => line.includes(well))).toContain(`,${image},`)

    // The steps of a device are behind its row.
    await device(page, well).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Show action' }).click()
    const steps = page.getByRole('region', { name: 'Work' }).getByRole('list', { name: 'Steps' })
    await expect(steps.getByText(`Firmware is now ${image}`)).toBeVisible()
  })

  test('settings are rolled out in waves from the window that changes them', async ({ page }) => {
    test.setTimeout(3 * patience)
    await signIn(page, place.admin)
    await openDevices(page, '?q=Head office')
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
    await bulkBar(page).getByRole('button', { name: 'Configure…' }).click()
    const change = page.getByRole('dialog', { name: /^Change configuration/ })
    await change.getByLabel('Line 1: section or file').fill('system.system')
    await change.getByLabel('Line 1: option').fill('zonename')
    await change.getByLabel('Line 1: value').fill('Europe/Vilnius')
    await change.getByRole('button', { name: 'Preview changes' }).click()
    const apply = page.getByRole('dialog', { name: /^Apply configuration/ })
    await apply.getByRole('button', { name: 'Run as a campaign' }).click()
    const window = page.getByRole('dialog', { name: /^New campaign/ })
    await window.getByRole('textbox', { name: 'Name' }).fill('Zone of the office')
    await expect(window.getByRole('textbox', { name: 'In the first wave' })).toHaveValue('1')
    await window.getByRole('combobox', { name: 'Observe each device for' }).click()
    await page.getByRole('option', { name: 'Not at all' }).click()
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Create campaign' }).click()

    await expect(page.getByRole('heading', { name: 'Zone of the office' })).toBeVisible()
    const gate = page.getByRole('region', { name: 'Health gate' })
    await expect(gate.getByText('Kept: connected with it in time')).toBeVisible()
    const plan = page.getByRole('region', { name: 'Plan' })
    await expect(plan.getByText('1 in wave 1, 2 in all')).toBeVisible()
    await expect(plan.getByText('1 setting', { exact: true })).toBeVisible()
    await expect(page.getByText('Done', { exact: true }).first()).toBeVisible({ timeout: patience })
    await expect(device(page, 'Head office gateway')).toContainText('Done')
    await expectAccessible(page)
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Campaign removed successfully')).toBeVisible()
  })

  test('a campaign that is scheduled is cancelled and deleted by keys; on a phone nothing is cut off', async ({
    page,
  }) => {
    test.setTimeout(3 * patience)
    await signIn(page, place.admin)
    const window = await openNew(page, '?model=RUTX50,RUTX10')
    await window.getByRole('textbox', { name: 'Name' }).fill('Night update')
    await window.getByRole('radio', { name: new RegExp(image) }).check()
    await window.getByText('Only at certain hours').click()
    await expect(window.getByRole('textbox', { name: 'From' })).toHaveValue('01:00')
    await window.getByText('At a time', { exact: true }).click()
    await window.getByLabel('Starts at').fill('2099-01-01T01:30')
    await window.getByRole('button', { name: 'Create campaign' }).click()
    await expect(page.getByText('Its devices are fixed. Nothing is sent before then.')).toBeVisible()
    await expect(page.getByText('1 not eligible')).toBeVisible()
    await expect(device(page, 'North depot gateway')).toContainText('Not eligible')

    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.goto('/management/campaigns')
    await expect(page.getByText('Night update')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessible(page)

    await page.getByRole('grid').focus()
    await page.keyboard.press('Enter')
    await button(page, 'Cancel campaign').focus()
    await page.keyboard.press('Enter')
    const question = dialog(page, 'Cancel Night update?')
    await expect(question.getByRole('button', { name: 'Keep campaign' })).toBeVisible()
    await question.getByRole('button', { name: 'Cancel campaign' }).press('Enter')
    await expect(device(page, 'Museum guest Wi-Fi')).toContainText(`Cancelled by ${place.admin.username}`)
    await button(page, 'More').press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await dialog(page, 'Delete Night update?').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByText('Campaign removed successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/management\/campaigns$/)
  })

  test('a user who may not change campaigns sees them, and nothing to change them with', async ({ page }) => {
    await signIn(page, 'viewer')
    await page.goto('/management/campaigns')
    await page.getByRole('link', { name: 'RUTX series to 07.15' }).click()
    await expect(page.getByText(/^All devices: \d+ now$/)).toHaveCount(2)
    await expect(page.getByText('1, 50 %, the rest')).toBeVisible()
    for (const name of ['Start', 'Edit', 'More']) await expect(button(page, name)).toHaveCount(0)
    await expectAccessible(page)
    await page.context().clearCookies()
    await signIn(page, 'tess.moreau')
    await page.goto('/management/campaigns')
    await expect(page.getByText('No campaigns yet')).toBeVisible()
    await expect(page.getByText('Campaigns that are started appear here.')).toBeVisible()
    await expect(button(page, 'New campaign')).toHaveCount(0)
  })
})
