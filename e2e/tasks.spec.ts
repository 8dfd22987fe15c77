import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, navigate, openDevices, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()
test.beforeAll(async () => {
  await place.connect(['Bus 12', 'Bus 14'])
})

/** Milliseconds for devices to do their tasks. */
const patience = 60_000

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Adds a command to the group that is being edited. */
async function addCommand(page: Page, name: string, command: string) {
  await dialog(page, 'New task group').getByRole('button', { name: 'Add task' }).click()
  const window = dialog(page, 'Add task')
  await window.getByRole('textbox', { name: 'Name' }).fill(name)
  await window.getByRole('textbox', { name: 'Command' }).fill(command)
  await window.getByRole('button', { name: 'Add task' }).click()
  await expect(window).toHaveCount(0)
}

test.describe('task manager', () => {
  test('S1.44 S2.29 S2.210 S2.211 S2.212 S2.258: a group is created, ordered by keys, run on selected devices, and its log is read', async ({
    page,
  }) => {
    test.setTimeout(4 * patience)
    await signIn(page, place.admin)
    await page.goto('/management/actions')
    await page.getByRole('link', { name: 'Task manager' }).click()
    await expect(page.getByRole('heading', { name: 'Task manager', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Help' }).first().click()
    await expect(page.getByText('A task group is a list of tasks')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'New task group' }).first().click()
    const group = dialog(page, 'New task group')
    await group.getByRole('textbox', { name: 'Name' }).fill('Night shift')
    await addCommand(page, 'Memory', 'free')
    await addCommand(page, 'Greeting', 'echo "%greeting% from the night shift"')
    await addCommand(page, 'Fails', 'no-such-program')
    await expect(group.getByRole('checkbox', { name: 'greeting is secret' })).toBeVisible()
    await expectAccessible(page)
    const handle = group.getByRole('button', { name: /^Move Greeting/ })
    await handle.press('ArrowUp')
    await expect(group.getByText('Greeting is now at place 1 of 3')).toBeAttached()
    await expect(group.getByRole('listitem').first()).toContainText('Greeting')
    await expect(handle).toBeFocused()
    await group.getByRole('button', { name: 'New task group' }).click()
    await expect(page.getByText('Task group Night shift created successfully')).toBeVisible()

    await openDevices(page)
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
    await page.getByRole('button', { name: 'More' }).last().click()
    await page
      .getByRole('button', { name: 'Run tasks…' })
      .or(page.getByRole('menuitem', { name: 'Run tasks…' }))
      .first()
      .click()
    const run = dialog(page, /^Run tasks on/)
    await run.getByRole('combobox', { name: 'Task group' }).click()
    await page.getByRole('option', { name: 'Night shift' }).click()
    await expect(run.getByText('3 tasks: Greeting, Memory, Fails')).toBeVisible()
    await run.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(run.getByText('Enter a value for greeting')).toBeVisible()
    await run.getByRole('textbox', { name: 'greeting' }).fill("It's $(reboot)")
    await expectAccessible(page)
    await run.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText(/^Tasks started on \d+ devices?$/)).toBeVisible()

    await navigate(page, '/management/task-manager/logs')
    const row = page.getByRole('row').filter({ hasText: 'Night shift' }).first()
    await expect(row).toContainText('1 of 3 tasks failed or ended unknown', { timeout: patience })
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Night shift' }).click()
    const log = dialog(page, /^Task log/)
    await expect(log.getByRole('listitem')).toHaveCount(3)
    await expect(log.getByText('Exit code 127')).toBeVisible()
    await expect(log.getByText('no-such-program: not found')).toBeVisible()
    await log.getByRole('listitem').first().getByRole('button', { name: 'Show output' }).click()
    await expect(log.getByText("It's $(reboot) from the night shift")).toBeVisible()
    await expectAccessible(page)
  })

  test('a group is picked by name, and the task manager fits a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page)
    await page.goto('/management/task-manager')
    await expect(page.getByText('Check after a visit')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.getByText('Check after a visit').click()
    const group = dialog(page, /^Edit Check after a visit/)
    await expect(group.getByRole('listitem')).toHaveCount(3)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions for Check after a visit' }).click()
    await page.getByRole('menuitem', { name: 'Run…' }).click()
    const run = dialog(page, /^Run Check after a visit/)
    await expect(run.getByRole('textbox', { name: 'technician' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
