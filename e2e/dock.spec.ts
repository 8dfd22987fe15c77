import { expect, type Page, test } from '@playwright/test'
import {
  expectAccessible,
  mouse,
  offlinePatience,
  onlineDevice,
  openDevices,
  settled,
  signIn,
} from './console-world.ts'

const dock = (page: Page) => page.getByRole('region', { name: 'Work' })
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
const shellText = (page: Page) => page.locator('[role=tabpanel]:not([hidden]) .xterm-rows').innerText()
const counter = (page: Page) => page.getByRole('button', { name: /running$/ })

async function endSessions(page: Page): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token) }
  const range = 'start_date=2020-01-01%2000:00:00&end_date=2099-01-01%2000:00:00&active=true&limit=100'
  const { data } = (await (await page.request.get(`/api/devices/connect/logs?${range}`)).json()) as {
    data: { id: number }[]
  }
  for (const { id } of data) await page.request.delete(`/api/devices/connect/sessions/${id}`, { headers })
}

test.describe('the dock', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page)
  })

  test('a shell opens with two clicks, stays on every page and after a reload, and says when it has ended', async ({
    page,
  }) => {
    const { name } = await onlineDevice(page)
    await openDevices(page, `?q=${encodeURIComponent(name)}`)
    const { click, ended } = mouse('Shell of a device')
    await click(page.getByRole('button', { name: `Actions for ${name}` }))
    await click(page.getByRole('menuitem', { name: 'Open shell' }))
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)
    ended(2)
    await page.keyboard.type('echo one two\n')
    await expect.poll(() => shellText(page)).toMatch(/\none two/)
    await expect(counter(page)).toHaveText('1 running')
    await expectAccessible(page)

    // The page above stays alive, and leads to others.
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible()
    await expect.poll(() => shellText(page)).toMatch(/\none two/)
    await page.reload()
    await expect.poll(() => shellText(page)).toMatch(/\none two/)

    await page.getByRole('button', { name: 'Minimise' }).click()
    await expect(dock(page)).toBeHidden()
    await counter(page).click()
    await expect.poll(() => shellText(page)).toMatch(/\none two/)
    const part = (await dock(page).boundingBox())?.height
    await page.getByRole('button', { name: 'Whole window' }).click()
    await expect(page.getByRole('main')).toHaveAttribute('inert')
    expect((await dock(page).boundingBox())?.height).toBeGreaterThan(800)
    await page.getByRole('button', { name: 'Part of the window' }).click()
    expect((await dock(page).boundingBox())?.height).toBe(part)

    await endSessions(page)
    await expect(dock(page).getByRole('alert')).toContainText('The session has ended')
    await expect(tab(page, `${name} Ended`)).toBeVisible()
    await page.reload()
    await expect(dock(page).getByRole('heading', { name: 'The session has ended' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Open a new session' }).click()
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)
    await endSessions(page)
    await expect(tab(page, `${name} Ended`)).toBeVisible()
    await tab(page, `${name} Ended`).focus()
    await page.keyboard.press('Delete')
    await expect(dock(page)).toHaveCount(0)
  })

  test('by keys alone: shells of two devices, between them and the page, and the height of the dock', async ({
    page,
  }) => {
    await openDevices(page, '?status=online')
    const names = await Promise.all(
      [0, 1].map((row) => page.locator(`#row-${row}`).getByRole('link').first().innerText()),
    )
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('s')
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)
    await page.keyboard.press('Control+`')
    await expect(page.getByRole('grid')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('s')
    await expect(tab(page, `${names[1]} root`)).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)

    // A shell has Escape and Tab; two combinations are the dock's.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await page.keyboard.type('echo still here\n')
    await expect.poll(() => shellText(page)).toMatch(/\nstill here/)
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await expect(tab(page, `${names[0]} root`)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.type('echo the first\n')
    await expect.poll(() => shellText(page)).toMatch(/\nthe first/)

    const edge = page.getByRole('separator', { name: 'Height of the dock' })
    const before = Number(await edge.getAttribute('aria-valuenow'))
    await edge.focus()
    await page.keyboard.press('ArrowUp')
    await expect(edge).toHaveAttribute('aria-valuenow', String(before + 24))
    await page.reload()
    await expect(edge).toHaveAttribute('aria-valuenow', String(before + 24))

    // What may still run in a shell is not ended by mistake.
    await expect.poll(() => shellText(page)).toMatch(/\nthe first/)
    await tab(page, `${names[0]} root`).focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: 'End the session?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(tab(page, /root$/)).toHaveCount(2)
    await tab(page, `${names[0]} root`).focus()
    await page.keyboard.press('Delete')
    await question.getByRole('button', { name: 'End', exact: true }).click()
    await expect(tab(page, /root$/)).toHaveCount(1)
    await endSessions(page)
  })

  test('behind the tabs another device is found by keys: its shell, or a command on it', async ({ page }) => {
    await openDevices(page, '?status=online')
    const name = await page.locator('#row-1').getByRole('link').first().innerText()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('s')
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)
    const more = page.getByRole('button', { name: 'Open for a device' })
    await more.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Find a device that is connected' })).toBeFocused()
    await page.keyboard.type(name)
    const shell = page.getByRole('button', { name: `Open a shell on ${name}` })
    await expect(shell).toBeVisible()
    await expectAccessible(page)
    await shell.press('Enter')
    await expect(tab(page, `${name} root`)).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => shellText(page)).toMatch(/# *$/m)
    await more.click()
    await page.getByRole('button', { name: `Run a command on ${name}` }).click()
    await expect(page.getByRole('textbox', { name: 'Command' })).toBeFocused()
    await page.keyboard.press('Escape')
    await endSessions(page)
  })

  test('a command on forty devices is read with three clicks: equal answers once, what waits below', async ({
    page,
  }) => {
    test.setTimeout(offlinePatience)
    await settled(page)
    await openDevices(page)
    const { click, ended } = mouse('A command on forty devices, its output read')
    const bar = page.getByRole('toolbar')
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
    ended(4)
    await expect(answers.getByText('Exit code 0')).toBeVisible()
    await expectAccessible(page)

    // Arrows lead from answer to answer.
    await groups.first().getByRole('button').focus()
    await page.keyboard.press('ArrowDown')
    await expect(groups.nth(1).getByRole('button')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(answers.locator('pre')).toHaveText('the same')

    const count = /^\d+/.exec((await groups.first().textContent()) ?? '')?.[0]
    await answers.getByRole('button', { name: 'Select in the list' }).click()
    await expect(bar.getByText(`${count} selected`)).toBeVisible()
    const saving = page.waitForEvent('download')
    await answers.getByRole('button', { name: 'CSV' }).click()
    expect((await saving).suggestedFilename()).toBe('action-results.csv')
    await answers.getByRole('button', { name: 'Run again' }).click()
    await expect(tab(page, /^Command/)).toHaveCount(2)
    await expect(groups.first()).toHaveText(/^\d\d devicesthe same$/)
  })
})
