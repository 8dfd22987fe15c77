import { patience } from '@longreach/contract/test-patience'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, openDevices, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const device = 'Weather mast North'

test('S1.15 S2.114 S2.115 S2.116 S2.255 S7.106: a template is tested, created, assigned, measured, edited and deleted', {
  tag: '@long',
}, async ({ page }) => {
  await place.connect([device])
  await signIn(page, place.admin)
  await page.goto('/monitoring-templates')
  await expect(page.getByRole('gridcell', { name: 'Dynamic monitoring' })).toBeVisible()
  await page.getByRole('button', { name: 'New template' }).first().click()
  await expect(page).toHaveURL(/monitoring-templates\/create$/)

  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Mast load')
  const path = page.getByRole('region', { name: 'Path 1' })
  await path.getByRole('textbox', { name: 'Path' }).fill('/proc/loadavg')
  await path.getByRole('textbox', { name: 'Name' }).fill('load')
  await path.getByRole('textbox', { name: 'Value' }).fill('1/1')
  await path.getByRole('button', { name: 'More' }).last().click()
  await path.getByRole('textbox', { name: 'Expression' }).fill('echo "$value"')
  await expect(page.getByText(/^1 of 200 parameters/)).toBeVisible()

  const panel = page.getByRole('region', { name: 'Test' })
  await panel.getByRole('combobox', { name: 'Device' }).fill('Weather mast')
  await page.getByRole('option', { name: new RegExp(device) }).click()
  await panel.getByRole('button', { name: 'Run test' }).click()
  await expect(panel.getByRole('list', { name: 'Value' }).getByRole('strong')).toHaveText(/^\d/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(page.getByText('Template Mast load created successfully')).toBeVisible()

  await openDevices(page, '?q=weather+mast')
  await page.getByRole('gridcell').getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'More' }).last().click()
  await page
    .getByRole('button', { name: 'Monitoring', exact: true })
    .or(page.getByRole('menuitem', { name: 'Monitoring', exact: true }))
    .click()
  const assign = dialog(page, /Monitoring of/)
  await assign.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Mast load' }).click()
  await assign.getByRole('combobox', { name: 'Measured every' }).selectOption('60')
  await expectAccessible(page)
  await assign.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('Mast load assigned to 1 device successfully')).toBeVisible()

  await page.getByRole('link', { name: device }).first().click()
  await page.getByRole('link', { name: 'Monitoring', exact: true }).click()
  await expect(page.getByRole('switch', { name: 'Mast load' })).toHaveAttribute('aria-checked', 'true')
  const values = page.getByRole('region', { name: 'Values of templates' })
  await values.getByRole('button', { name: 'Show load over time' }).click({ timeout: patience.report })
  await expect(page.getByRole('region', { name: 'load over time' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('switch', { name: 'Mast load' }).click()
  await expect(page.getByRole('switch', { name: 'Mast load' })).toHaveAttribute('aria-checked', 'false')

  await page.goto('/monitoring-templates?q=mast')
  const row = page.getByRole('row', { name: /Mast load/ })
  await row.getByRole('button', { name: 'Actions for Mast load' }).click()
  await page.getByRole('menuitem', { name: 'Values' }).click()
  await expect(dialog(page, 'Values of Mast load').getByText('1 device')).toBeVisible()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Actions for Mast load' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/monitoring-templates\/edit\/\d+$/)
  await expect(page.getByRole('textbox', { name: 'Expression' })).toHaveValue('echo "$value"')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Mast loads')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Template Mast loads updated successfully')).toBeVisible()
  await row.getByRole('button', { name: 'Actions for Mast loads' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = dialog(page, 'Delete Mast loads?')
  await expect(asked).toContainText('1 device measures it. They stop with their next contact.')
  await expect(asked).toContainText('Collected values stay for 30 days')
  await asked.getByRole('button', { name: 'Delete template' }).click()
  await expect(page.getByText('Template Mast loads removed successfully')).toBeVisible()
})
