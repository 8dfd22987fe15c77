import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, navigate, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

const image = (name: string, size: number) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(size, 0xfe),
})

const parts = /\/api\/files\/uploads\/\d+\?offset=/

async function upload(page: Page, file: ReturnType<typeof image>, add = 'Add file'): Promise<void> {
  await page.getByRole('button', { name: add }).first().click()
  const added = page.getByRole('dialog', { name: add })
  await added.locator('input[type=file]').setInputFiles(file)
  await added.getByRole('button', { name: 'Upload', exact: true }).click()
}

test('S1.19 S2.80 S2.249 S2.251 S3.109 S7.95: firmware is uploaded through a lost network, viewed, downloaded and deleted', async ({
  page,
}) => {
  await signIn(page, place.admin)
  await page.goto(`/management/files?only=${place.id}`)
  await expect(page.getByText('No files yet')).toBeVisible()
  await expectAccessible(page)

  // The network is lost after the first part, and comes back with the second attempt.
  let sent = 0
  let lost = 0
  await page.route(parts, async (route) => {
    sent++
    if (sent === 2 || sent === 3) {
      lost++
      return route.abort('internetdisconnected')
    }
    return route.continue()
  })
  const name = 'RUTX_R_00.07.06.3_WEBUI.bin'
  await upload(page, image(name, 4_000_000))
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads.getByText(/^Waiting for the connection · 512 KB of/)).toBeVisible()
  await expect(uploads.getByText(`File ${name} uploaded successfully`)).toBeVisible()
  expect(lost).toBe(2)
  await page.unroute(parts)
  await expectAccessible(page)

  await page.locator('#row-0').getByRole('button', { name, exact: true }).click()
  const view = page.getByRole('dialog', { name })
  await expect(view.getByText('RUTX_R_00.07.06.3', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await view.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe(name)
  await page.keyboard.press('Escape')

  await uploads.getByRole('button', { name: `Dismiss ${name}` }).click()
  await expect(uploads).toHaveCount(0)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(`File ${name} removed successfully`)).toBeVisible()
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('S2.82 S2.65 S2.187: an upload is paused and resumed; what it brings is on the page, in the search and on a phone', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'root')
  await page.goto('/files/global/firmware')
  const name = 'RUTM_R_00.07.09_WEBUI.bin'
  // Held until the upload was paused.
  const { promise: paused, resolve: go } = Promise.withResolvers<void>()
  await page.route(parts, async (route) => {
    await paused
    await route.continue().catch(() => {})
  })
  await upload(page, image(name, 3_000_000), 'Add global firmware')
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await uploads.getByRole('button', { name: `Pause ${name}` }).click()
  await expect(uploads.getByText(/^Paused · /)).toBeVisible()
  go()
  await uploads.getByRole('button', { name: `Resume ${name}` }).click()
  await expect(uploads.getByText(`File ${name} uploaded successfully`)).toBeVisible()
  await expect(page.locator('#row-0').getByText('RUTM_R_00.07.09', { exact: true })).toBeVisible()

  await upload(page, image('notes.bin', 10), 'Add global firmware')
  await expect(uploads.getByText('Not a recognised firmware image')).toBeVisible()
  await expectAccessible(page)

  await navigate(page, `/companies/${(await place.addCompany('Empty')).id}/files`)
  await expect(page.getByText('No files yet')).toBeVisible()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: /search/i }).fill('RUTM_R')
  await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await navigate(page, '/management/files?q=rutm_r_00.07.09')
  await expect(page.getByText('Global firmware · RUTM')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(`File ${name} removed successfully`)).toBeVisible()
})

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('S2.81 S2.248: images are uploaded, found by keys in the gallery, viewed one after the other, described and deleted', async ({
  page,
}) => {
  const company = await place.addCompany('Pictures')
  await signIn(page, place.admin)
  const only = `/management/files/images?only=${company.id}`
  await page.goto(only)
  await expect(page.getByText('No images yet')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add images' }).first().click()
  const added = page.getByRole('dialog', { name: 'Add images' })
  await added.getByRole('combobox', { name: /^Company/ }).click()
  await page.getByRole('option', { name: company.name }).click()
  const png = (name: string, buffer = pixel) => ({ name, mimeType: 'image/png', buffer })
  await added.locator('input[type=file]').setInputFiles([png('Plan.gif')])
  await expect(added.getByText('Select a file of type .jpg,.jpeg,.png')).toBeVisible()
  await added
    .locator('input[type=file]')
    .setInputFiles([png('Gate.png'), png('Broken.png', Buffer.from('no picture')), png('Mast.png')])
  // The first one breaks off, then its answer is lost; it is stored once.
  let sent = 0
  await page.route('**/api/images', async (route) => {
    if (route.request().method() !== 'POST' || sent++ > 1) return route.continue()
    if (sent === 2) await route.fetch()
    return route.abort('internetdisconnected')
  })
  await added.getByRole('button', { name: 'Upload', exact: true }).click()
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads.getByText('File Mast.png uploaded successfully')).toBeVisible()
  await expect(uploads.getByText('Not a recognised JPEG or PNG image')).toBeVisible()
  await uploads.getByRole('button', { name: 'Dismiss Broken.png' }).click()
  expect(sent).toBe(5)

  await navigate(page, `/companies/${company.id}/images`)
  await expect(page.getByText(/^2 images/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Files', exact: true }).last()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: /search/i }).fill('Mast')
  await expect(page.getByRole('option', { name: /Mast\.png/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await navigate(page, only)
  const grid = page.getByRole('grid', { name: 'Images' })
  await expect(page.locator('#row-0')).toContainText('Mast.png')
  await expect(page.locator('#row-0')).toContainText('1 × 1 · ')
  await expect
    .poll(() => page.locator('#row-0 img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBe(1)
  await expectAccessible(page)
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await expect(grid).toHaveAttribute('aria-activedescendant', 'row-1')
  await page.keyboard.press('Enter')
  const view = page.getByRole('dialog', { name: 'Gate.png' })
  await expect(view.getByText('2 of 2')).toBeVisible()
  await expect(view.getByRole('listbox')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowLeft')
  const other = page.getByRole('dialog', { name: 'Mast.png' })
  await expect(other.getByRole('img', { name: 'Mast.png' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await other.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('Mast.png')
  await other.getByRole('button', { name: 'Edit description' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('North side')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('North side')).toBeVisible()

  // The next image takes its place; after the last one there is nothing to show.
  await other.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await expect(page.getByText('Image Mast.png removed successfully')).toBeVisible()
  await expect(view.getByText('1 of 1')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(grid).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('toolbar', { name: '1 selected' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await expect(page.getByText('1 image removed successfully')).toBeVisible()
  await expect(page.getByText('No images yet')).toBeVisible()
})
