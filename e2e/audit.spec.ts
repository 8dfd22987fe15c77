import { getDevice } from '@longreach/contract/devices/endpoints'
import { assignTags } from '@longreach/contract/devices/tag-endpoints'
import { createTag } from '@longreach/contract/tags/endpoints'
import { expect } from '@playwright/test'
import { bulkBar, expectAccessible, expectNoSidewaysScroll, openDevices, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

test.describe('audit log', () => {
  test('changes are sentences by day, opened and followed by keyboard; routine is hidden by switches', {
    tag: '@long',
  }, async ({ page }) => {
    const name = 'Water tower'
    await place.connect([name])
    await signIn(page, place.admin)
    await openDevices(page)
    await page.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Seen by the auditor')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Seen by the auditor')).toBeVisible()

    await page.goto('/system/audit-logs')
    const grid = page.getByRole('grid', { name: 'Audit log' })
    await expect(grid.getByText(/^Today, /)).toBeVisible()
    await expect(page.locator('#row-0')).toContainText(new RegExp(`^\\d\\d:\\d\\d${place.admin.username} edited `))
    await expect(page.getByText(/sign-ins? .*hidden$/)).toBeVisible()
    await page.getByRole('switch', { name: 'Sign-ins' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'signed in' }).first()).toBeVisible()
    await page.getByRole('switch', { name: 'Sign-ins' }).click()

    await page.getByRole('searchbox').fill('by the AUDITOR')
    await expect(page.getByText(/^1 line/)).toBeVisible()
    await grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(grid.getByText(/^\d{4}-\d\d-\d\d .* · from .* · request /)).toBeVisible()
    await expectAccessible(page)
    await grid.getByRole('button', { name: 'All of this object' }).click()
    await expect(page.getByText('Object is device')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('button', { name: /^Remove the filter/ })).toHaveCount(0)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('audit.csv')

    await page.goto('/system/audit-logs')
    const edited = page.getByRole('row').filter({ hasText: ' edited ' }).first()
    await edited.hover()
    await edited.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: ' undid: edited ' }).first()).toBeVisible()
  })

  test('a moved company is moved back by one press, which the audit log says', async ({ page }) => {
    const above = await place.addCompany('Coast')
    const { name } = await place.addCompany('Jetty', above.id)
    await signIn(page, place.admin)
    await page.goto('/companies')
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    await row.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Move' }).click()
    const window = page.getByRole('dialog')
    await window.getByRole('combobox').first().fill(place.name)
    await page.getByRole('option', { name: place.name, exact: true }).click()
    await window.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone')).toBeVisible()
    await expect(row).toContainText(above.name)

    await page.getByRole('link', { name: 'Audit log', exact: true }).click()
    await expect(page.locator('#row-0')).toContainText(`undid: moved ${name} to ${place.name}`)
  })

  test('S2.200: a device that is moved loses the tag of its company, and is back with it by one press', async ({
    page,
  }) => {
    const name = 'Fish market'
    const north = await place.addCompany('North')
    const { [name]: id } = await place.connect([name], { company: north.id })
    const { data: tag } = await place.client.call(createTag, { body: { company_id: north.id, name: 'Northern' } })
    await place.client.call(assignTags, { body: { device_id: [id], tag_id: [tag.id] } })
    const hasTag = async () => {
      const { data } = await place.client.call(getDevice, { params: { id } })
      return data.tags.some((one) => one.id === tag.id)
    }
    await signIn(page, place.admin)
    await openDevices(page, `?q=${name}`)
    const row = page.locator('#row-0')
    await page.getByRole('gridcell').getByRole('checkbox').first().check()
    const actions = bulkBar(page)
    await actions.getByRole('button', { name: 'Move', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'Move devices' })
    await window.getByRole('combobox', { name: 'Company' }).fill(place.name)
    await page.getByRole('option', { name: place.name, exact: true }).click()
    await expect(window.getByText(/^\d tags? of .*compan.*, on 1 device$/)).toBeVisible()
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Move' }).click()
    await expect(row.getByRole('link', { name: place.name, exact: true })).toBeVisible()
    expect(await hasTag()).toBe(false)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone')).toBeVisible()
    await expect(row.getByRole('link', { name: north.name, exact: true })).toBeVisible()
    expect(await hasTag()).toBe(true)

    await row.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Move' }).press('Enter')
    const one = page.getByRole('dialog', { name: `Move ${name}` })
    await expect(one.getByRole('combobox', { name: 'Company' })).toBeFocused()
    await page.keyboard.type(north.name)
    await page.getByRole('option', { name: north.name, exact: true }).click()
    await expect(one.getByText('Everything moves along.')).toBeVisible()
    await one.getByRole('button', { name: 'Move' }).click()
    await expect(one.getByText(`Device already belongs to ${north.name}`)).toBeVisible()
  })

  test('on a phone nothing overflows; without the permission the page redirects', { tag: '@long' }, async ({
    page,
  }) => {
    await signIn(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/system/audit-logs?range=all')
    await expect(page.locator('#row-0')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.context().clearCookies()
    await signIn(page, 'viewer')
    await page.goto('/system/audit-logs')
    await expect(page).toHaveURL(/management\/devices/)
  })
})
