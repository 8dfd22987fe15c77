import { type Browser, expect, type Page } from '@playwright/test'
import { bulkBar, expectAccessible, expectNoSidewaysScroll, navigate, signIn, type User } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

/** A user of the demo. */
const demo = (name: string): User => ({ username: `${name}@longreach.test`, email: `${name}@longreach.test` })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const row = (page: Page, { username }: User) => page.getByRole('row', { name: new RegExp(username) })

async function choose(page: Page, { username }: User, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function giveRole(page: Page, person: User, role: string): Promise<void> {
  await choose(page, person, 'Edit role')
  const window = dialog(page, 'Edit user role')
  await window.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
  await window.getByRole('button', { name: 'Save' }).click()
}

/** Another user's browser with a page open, its socket connected; and the events of the socket. */
async function other(browser: Browser, person: User, path: string): Promise<{ page: Page; heard: string[] }> {
  const page = await (await browser.newContext()).newPage()
  const heard: string[] = []
  const subscribed = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => heard.push(String(payload)))
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('private-user.')) resolve()
      })
      socket.on('close', () => heard.push('closed'))
    })
  })
  await signIn(page, person)
  await page.goto(path)
  await subscribed
  return { page, heard }
}

test.describe('users', () => {
  test('S2.74 S6.38: the list shows role, company and last sign-in; it is searched, filtered and sorted', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page)
    await page.goto('/management/devices')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await expect(row(page, demo('pia.koski'))).toContainText('Administrator')
    await expect(row(page, demo('pia.koski'))).toContainText('Demo North Pier')
    await expect(row(page, demo('root'))).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('list', { name: 'Add filter' }).getByRole('button', { name: 'Role' }).click()
    await page.getByRole('checkbox', { name: 'Guest', exact: true }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('rowgroup').getByRole('row')).toHaveCount(1)
    await expect(page).toHaveURL(/role_id=4/)
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('list', { name: 'Add filter' }).getByRole('button', { name: 'Company' }).click()
    await page.getByRole('list', { name: 'Company' }).getByRole('button', { name: 'Demo North Pier' }).click()
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await page.getByRole('searchbox', { name: 'Username or e-mail' }).fill('nils')
    await expect(page.getByRole('rowgroup').getByRole('row')).toHaveCount(1)
  })

  test('S6.64: the title of a role opens its permissions', { tag: '@long' }, async ({ page }) => {
    await signIn(page, 'viewer')
    await page.goto('/users')
    await page.getByRole('button', { name: 'Permissions of Guest', exact: true }).click()
    await expect(dialog(page, 'Guest').getByText('View devices', { exact: true })).toBeVisible()
    await expect(dialog(page, 'Guest').getByText('Add devices', { exact: true })).toHaveCount(0)
    await expectAccessible(page)
    // A user with read-only permissions finds no buttons.
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
  })

  test('S2.199: a user with another role leaves a page they may no longer see, without a reload, and their socket is notified', async ({
    page,
    browser,
  }) => {
    const user = await place.addUser('admin')
    const mara = await other(browser, user, '/users/move-logs')
    await expect(mara.page.getByRole('heading', { name: 'Move logs' })).toBeVisible()
    await signIn(page, place.admin)
    await page.goto('/users')
    await choose(page, user, 'Edit role')
    const window = dialog(page, 'Edit user role')
    await expect(window.getByRole('combobox', { name: 'Role' })).toHaveValue('Administrator')
    await window.getByRole('combobox', { name: 'Role' }).click()
    // The roles of the platform are for its own users.
    await expect(page.getByRole('option', { name: 'System Administrator' })).toHaveCount(0)
    await page.getByRole('option', { name: 'Guest', exact: true }).click()
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    await expect(row(page, user)).toContainText('Guest')

    await expect(mara.page.getByText('Your role has changed')).toBeVisible()
    await expect(mara.page).toHaveURL(/\/management\/devices/)
    await expect(mara.page.getByRole('link', { name: 'Move logs' })).toHaveCount(0)
    expect(mara.heard.some((frame) => frame.includes('RightsChanged'))).toBe(true)
    expect((await mara.page.request.get('/api/users/move-logs')).status()).toBe(403)

    await giveRole(page, user, 'Administrator')
    await expect(mara.page.getByRole('link', { name: 'Move logs' })).toBeVisible()
    await mara.page.context().close()
  })

  test('S2.201 S2.78 S7.102: a moved user with an open page goes to sign-in; the move is logged', async ({
    page,
    browser,
  }) => {
    const north = await place.addCompany('North')
    const pier = await place.addCompany('North Pier', north.id)
    const user = await place.addUser('end_user', pier.id)
    const ole = await other(browser, user, '/companies')
    await expect(ole.page.getByRole('heading', { name: 'Companies' })).toBeVisible()
    await signIn(page, place.admin)
    await page.goto('/users')
    await choose(page, user, 'Move')
    const window = dialog(page, 'Move users')
    await window.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(window.getByText('Select a company')).toBeVisible()
    await window.getByRole('combobox', { name: 'New company' }).click()
    await expect(page.getByRole('option', { name: pier.name })).toHaveCount(0)
    await page.getByRole('option', { name: north.name, exact: true }).click()
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText('User moved successfully')).toBeVisible()
    await expect(row(page, user)).toContainText(new RegExp(`${north.name}(?! Pier)`))

    await expect(ole.page).toHaveURL(/\/login\?continue_url=/)
    expect(ole.heard).toContain('closed')
    await page.getByRole('link', { name: 'Move logs' }).click()
    await expect(row(page, user).first()).toContainText(pier.name)
    await ole.page.context().close()
  })

  test('a menu closes with its row, and returns the focus to its button', { tag: '@long' }, async ({
    page,
    browser,
  }) => {
    const user = await place.addUser('end_user')
    await signIn(page, 'root')
    await page.goto(`/users?q=${user.username}`)
    const button = page.getByRole('button', { name: `Actions for ${user.username}` })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Edit user role')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()

    // Another user moves them out of sight while the menu is open: it must not apply to the next row.
    const admin = await (await browser.newContext()).newPage()
    await signIn(admin, place.admin)
    await admin.goto('/users')
    await choose(admin, user, 'Edit role')
    await admin.keyboard.press('Escape')
    await admin.getByRole('button', { name: `Actions for ${user.username}` }).click()
    await expect(admin.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
    const headers = { 'X-XSRF-TOKEN': decodeURIComponent(csrf) }
    const found = await page.request.get(`/api/users?q=${user.username}`)
    const { id, company_id } = ((await found.json()) as { data: { id: number; company_id: number }[] }).data[0]!
    const move = (to: number) =>
      page.request.post('/api/users/move', { data: { user_id: [id], company_id: to, role_id: 3 }, headers })
    expect((await move(0)).ok()).toBe(true)
    await admin.getByRole('button', { name: 'Refresh', includeHidden: true }).dispatchEvent('click')
    await expect(row(admin, user)).toHaveCount(0)
    await expect(admin.getByRole('menu')).toHaveCount(0)
    expect((await move(company_id)).ok()).toBe(true)
    await admin.context().close()
  })

  test('a role of the old company has to be replaced in the new one', { tag: '@long' }, async ({ page }) => {
    const user = await place.addUser('end_user')
    const north = await place.addCompany('Harbour')
    await signIn(page, place.admin)
    await page.goto('/users/roles')
    await page.getByRole('button', { name: 'New role' }).click()
    const made = dialog(page, 'New role')
    const title = `Watch ${Date.now().toString(36)}`
    await made.getByRole('textbox', { name: 'Title' }).fill(title)
    await made.getByRole('checkbox', { name: 'View devices' }).check()
    await made.getByRole('button', { name: 'New role' }).click()
    await expect(page.getByText(`Role ${title} created successfully`)).toBeVisible()
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await giveRole(page, user, title)
    await expect(row(page, user)).toContainText(title)
    await choose(page, user, 'Move')
    const window = dialog(page, 'Move users')
    await window.getByRole('combobox', { name: 'New company' }).click()
    await page.getByRole('option', { name: north.name, exact: true }).click()
    await window.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(window.getByText('Select a role')).toBeVisible()
    await window.getByRole('combobox', { name: 'New role' }).click()
    await expect(page.getByRole('option', { name: title })).toHaveCount(0)
    await page.getByRole('option', { name: 'End Client' }).click()
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(row(page, user)).toContainText(north.name)
    await expect(row(page, user)).toContainText('End Client')
  })

  test('rules of deletion are explained; a deleted user goes to sign-in', { tag: '@long' }, async ({
    page,
    browser,
  }) => {
    const pier = await place.addCompany('Pier')
    const last = await place.addUser('admin', pier.id)
    const user = await place.addUser('end_user', pier.id)
    const gone = await other(browser, user, '/companies')
    await signIn(page, 'root')
    await page.goto(`/users?within=${place.id}`)
    await choose(page, last, 'Delete')
    await dialog(page, `Delete ${last.username}?`).getByRole('button', { name: 'Delete' }).click()
    const refused = dialog(page, 'Some users were not changed')
    await expect(refused.getByText(`is the last administrator of ${pier.name}`)).toBeVisible()
    await expectAccessible(page)
    await refused.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('button', { name: `Actions for ${demo('root').username}` })).toHaveCount(0)

    await page.getByRole('button', { name: 'Delete by e-mail' }).click()
    const form = dialog(page, 'Delete user')
    await form.getByRole('textbox', { name: 'E-mail' }).fill('unknown@longreach.test')
    await form.getByRole('button', { name: 'Delete' }).click()
    await expect(form.getByText('No user with this e-mail address')).toBeVisible()
    await form.getByRole('textbox', { name: 'E-mail' }).fill(demo('root').email)
    await form.getByRole('button', { name: 'Delete' }).click()
    await expect(form.getByText(/You cannot do this to your own account/)).toBeVisible()
    await form.getByRole('textbox', { name: 'E-mail' }).fill(user.email)
    await form.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('User removed successfully')).toBeVisible()
    await expect(row(page, user)).toHaveCount(0)
    await expect(gone.page).toHaveURL(/\/login/)
    await gone.page.context().close()
  })

  test('several at once: some succeed, for the others the reason is shown', { tag: '@long' }, async ({ page }) => {
    const user = await place.addUser('read_only')
    await signIn(page, place.admin)
    await page.goto('/users')
    for (const person of [place.admin, user]) await row(page, person).getByRole('checkbox').click()
    await bulkBar(page).getByRole('button', { name: 'Edit role' }).click()
    const window = dialog(page, 'Edit user role')
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(window.getByText('Select a role')).toBeVisible()
    await window.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'End Client' }).click()
    await window.getByRole('button', { name: 'Save' }).click()
    const refused = dialog(page, 'Some users were not changed')
    await expect(refused.getByText(`${place.admin.username}: You cannot do this to your own account`)).toBeVisible()
    await refused.getByRole('button', { name: 'Close' }).last().click()
    await expect(row(page, place.admin)).toContainText('Administrator')
    await expect(row(page, user)).toContainText('End Client')
    await expect(bulkBar(page)).toHaveCount(0)
  })

  test('on a phone the lists and the windows fit', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, 'root')
    await page.goto('/users?q=jonas.weber')
    await expect(page.locator('#row-0')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await choose(page, demo('jonas.weber'), 'Move')
    await expect(dialog(page, 'Move users').getByRole('combobox', { name: 'New company' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await navigate(page, '/users/move-logs')
    await expect(page.getByRole('heading', { name: 'Move logs' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
