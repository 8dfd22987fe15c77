import { expect } from '@playwright/test'
import { expectNoSidewaysScroll, signIn } from './console-world.ts'
import { test } from './test.ts'

test('registration is limited to approved devices only after a confirmation', async ({ page }) => {
  await signIn(page, 'root')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/auth-devices')
  const only = page.getByRole('switch', { name: 'Only approved devices may register' })
  await expect(only).not.toBeChecked()
  await only.click()
  const question = page.getByRole('dialog', { name: 'Let only approved devices register?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(only).not.toBeChecked()
  try {
    await only.click()
    await question.getByRole('button', { name: 'Only approved devices' }).click()
    await expect(only).toBeChecked()
    await expect(page.getByText('Any other device is refused.')).toBeVisible()
    await expectNoSidewaysScroll(page)
  } finally {
    await only.click()
    await expect(only).not.toBeChecked()
  }
})
