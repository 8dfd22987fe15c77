import { patience } from '@longreach/contract/test-patience'
import { expect, type Page } from '@playwright/test'
import { bulkBar, expectAccessible, mouse, openDevices, settled } from './console-world.ts'
import { test } from './own-user.ts'

const dock = (page: Page) => page.getByRole('region', { name: 'Work' })
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
const shellText = (page: Page) => page.locator('[role=tabpanel]:not([hidden]) .xterm-rows').innerText()
const nameOf = (page: Page, row: number) => page.locator(`#row-${row}`).getByRole('link').first().innerText()
const counter = (page: Page) => page.getByRole('button', { name: /running$/ })

async function endSessions(page: Page, user: number): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token) }
  const range = 'start_date=2020-01-01%2000:00:00&end_date=2099-01-01%2000:00:00&active=true&limit=100'
  const { data } = (await (await page.request.get(`/api/devices/connect/logs?${range}&user_id=${user}`)).json()) as {
    data: { id: number }[]
  }
  for (const { id } of data) await page.request.delete(`/api/devices/connect/sessions/${id}`, { headers })
}

test.describe('the dock', () => {
  test('shells of two devices are opened by two clicks and by keys', async ({ page, own }) => {
    await openDevices(page, '?status=online')
    const names = await Promise.all([nameOf(page, 0), nameOf(page, 1)])
    const { click, ended } = mouse('Shell of a device')
    await click(page.getByRole('button', { name: `Actions for ${names[0]}` }))
    await click(page.getByRole('menuitem', { name: 'Open shell' }))
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)
    ended(2)
    await page.keyboard.type('echo one two\n')
    await expect.poll(() => shellText(page)).toMatch(/\none two/)
    await expect(counter(page)).toHaveText('1 running')
    await expectAccessible(page)

    // A shell has Escape and Tab; two combinations are the dock's.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await page.keyboard.type('echo still here\n')
    await expect.poll(() => shellText(page)).toMatch(/\nstill here/)
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('s')
    await expect(tab(page, `${names[1]} root`)).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)
    await page.keyboard.press('Control+`')
    await expect(page.getByRole('grid')).toBeFocused()
    await page.keyboard.press('Control+`')
    await expect(dock(page).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await expect(tab(page, `${names[0]} root`)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.type('echo the first\n')
    await expect.poll(() => shellText(page)).toMatch(/\nthe first/)
    await endSessions(page, own.id)
    for (const name of names) {
      await tab(page, new RegExp(`^${name} `)).click()
      await expect(tab(page, `${name} Ended`)).toBeVisible()
      await tab(page, `${name} Ended`).press('Delete')
    }
    await expect(dock(page)).toHaveCount(0)
  })

  test('a shell stays on every page and after a reload, and says when it has ended', async ({ page, own }) => {
    await openDevices(page, '?status=online')
    const name = await nameOf(page, 2)
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Open shell' }).click()
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)
    await page.keyboard.type('echo the first\n')
    await expect.poll(() => shellText(page)).toMatch(/\nthe first/)

    // The page above stays alive, and leads to others.
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible()
    await expect.poll(() => shellText(page)).toMatch(/\nthe first/)
    await page.reload()
    await expect.poll(() => shellText(page)).toMatch(/\nthe first/)

    await page.getByRole('button', { name: 'Minimise' }).click()
    await expect(dock(page)).toBeHidden()
    await counter(page).click()
    await expect.poll(() => shellText(page)).toMatch(/\nthe first/)
    const part = (await dock(page).boundingBox())?.height
    await page.getByRole('button', { name: 'Whole window' }).click()
    await expect(page.getByRole('main')).toHaveAttribute('inert')
    expect((await dock(page).boundingBox())?.height).toBeGreaterThan(800)
    await page.getByRole('button', { name: 'Part of the window' }).click()
    expect((await dock(page).boundingBox())?.height).toBe(part)

    await endSessions(page, own.id)
    await expect(dock(page).getByRole('alert')).toContainText('The session has ended')
    await expect(tab(page, `${name} Ended`)).toBeVisible()
    await page.reload()
    await expect(dock(page).getByRole('heading', { name: 'The session has ended' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Open a new session' }).click()
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)
    await endSessions(page, own.id)
  })

  test('a command on all devices that are online is read with three clicks', async ({ page, own: _ }) => {
    test.setTimeout(patience.test + patience.comesBack)
    await settled(page)
    await openDevices(page, '?status=online')
    const { click, ended } = mouse('A command on many devices, its output read')
    const bar = bulkBar(page)
    await click(page.locator('#row-0').getByRole('checkbox'))
    await click(bar.getByRole('button', { name: /Select all \d+/ }))
    await click(bar.getByRole('button', { name: 'Run command…' }))
    await expect(page.getByRole('textbox', { name: 'Command' })).toBeFocused()
    await page.keyboard.type('echo the same')
    await page.keyboard.press('Enter')
    const answers = page.getByRole('tabpanel', { name: /^Command \d+ of \d+$/ })
    const groups = answers.getByRole('list', { name: 'Answers' }).getByRole('listitem')
    await expect(groups.first()).toHaveText(/^\d\d devicesthe same$/)
    await expect(answers.locator('pre')).toHaveText('the same')
    ended(3)
    await expectAccessible(page)
    const saving = page.waitForEvent('download')
    await answers.getByRole('button', { name: 'CSV' }).click()
    expect((await saving).suggestedFilename()).toBe('action-results.csv')
    const count = /^\d+/.exec((await groups.first().textContent()) ?? '')?.[0]
    await answers.getByRole('button', { name: 'Select in the list' }).click()
    await expect(bar.getByText(`${count} selected`)).toBeVisible()
  })
})
