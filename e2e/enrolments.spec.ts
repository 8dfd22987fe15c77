import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { expect } from '@playwright/test'
import { tryEnrol } from '../apps/server/src/test/device.ts'
import { expectAccessible, expectNoSidewaysScroll, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

test('pending enrolments are reviewed by their keys; one re-enrolment is permitted and the permit withdrawn', {
  tag: '@long',
}, async ({ page, browser }) => {
  await signIn(page, place.admin)
  const body = { company_id: place.id, uses: 5 }
  const { data } = await place.client.call(createEnrolmentKey, { body })
  const { key, lines } = data
  const port = Number(lines[0]?.address.split(':').at(-1))
  const identity = { serial: `L-${Date.now().toString(36)}`, mac: '00:1E:42:0E:0E:0E' }
  const enrol = async () => (await tryEnrol(port, { key }, identity)).line
  const id = Number((await enrol()).split(' ')[1])
  for (let count = 0; count < 2; count++) expect(await enrol()).toMatch(/^refused 206 /)

  await page.goto(`/devices/${id}/activity`)
  const warnings = page.getByRole('list', { name: 'Warnings' })
  await warnings.getByRole('button', { name: 'Review' }).click()
  const review = page.getByRole('dialog', { name: /^Pending enrolments of / })
  const claims = review.getByRole('region', { name: /^Enrolment with key SHA256:/ })
  await expect(claims).toHaveCount(2)
  await expect(claims.first()).toContainText(place.name)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const approved = (await claims
    .last()
    .getByText(/^SHA256:/)
    .textContent()) as string
  await claims.first().getByRole('button', { name: 'Reject' }).click()
  await expect(claims).toHaveCount(1)
  await claims.getByRole('button', { name: 'Approve' }).click()
  const sure = page.getByRole('dialog', { name: /^Approve enrolment of / })
  await expect(sure).toContainText(approved)
  await sure.getByRole('button', { name: 'Approve' }).click()
  await expect(review).toContainText('No enrolment is pending.')
  await review.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByText(`Approved the enrolment with key ${approved}`)).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Permit re-enrolment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Permit' }).click()
  await expect(warnings).toContainText('Re-enrolment is permitted until')
  const viewer = await (await browser.newContext()).newPage()
  await signIn(viewer, await place.addUser('readonly_admin'))
  await viewer.goto(`/devices/${id}/activity`)
  await expect(viewer.getByRole('list', { name: 'Warnings' })).toContainText('Re-enrolment is permitted until')
  await expect(viewer.getByRole('button', { name: 'Withdraw permit' })).toHaveCount(0)
  await viewer.context().close()
  await warnings.getByRole('button', { name: 'Withdraw permit' }).click()
  await expect(warnings).not.toContainText('Re-enrolment is permitted until')
})
