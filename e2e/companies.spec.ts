import { deleteCompany } from '@longreach/contract/companies/endpoints'
import { createDevices } from '@longreach/contract/devices/endpoints'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, openDevices, settled, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const unique = (name: string) => `${name} ${Date.now().toString(36)}`

const place = ownPlace()

async function makeCompany(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New company' }).first().click()
  const window = dialog(page, 'New company')
  await window.getByRole('textbox', { name: 'Name' }).fill(name)
  await window.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText(`Company ${name} created successfully`)).toBeVisible()
  await expect(window).toHaveCount(0)
}

async function choose(page: Page, company: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${company}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test.describe('the company that the console is limited to', () => {
  const switcher = (page: Page) => page.getByRole('button', { name: /^Company: / })

  test('it is chosen by keys, kept between pages, obeyed by lists and counts; offline devices are two clicks away', async ({
    page,
  }) => {
    await signIn(page)
    await openDevices(page)
    await settled(page)
    await switcher(page).press('Enter')
    const field = page.getByRole('combobox', { name: 'Find a company' })
    await expect(field).toBeFocused()
    await expect(page.getByRole('treeitem', { name: /Demo North/ })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.type('north')
    await expect(page.getByRole('treeitem', { name: /Demo North Pier/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(switcher(page)).toHaveAccessibleName('Company: Demo North')
    await expect(switcher(page)).toBeFocused()
    await expect(page).toHaveURL(/devices\?within=\d+$/)
    await expect(page.getByText('12 devices')).toBeVisible()
    await expect(page.getByRole('button', { name: /^1 Offline/ }).first()).toBeVisible()

    await switcher(page).press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(switcher(page)).toBeFocused()

    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page).toHaveURL(/users\?within=\d+$/)
    await expect(page.getByText('client@longreach.test').first()).toBeVisible()
    await expect(page.getByText('viewer@longreach.test')).toHaveCount(0)
    await page
      .getByRole('button', { name: /Search/ })
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Search' }).fill('bus 12')
    await page.keyboard.press('Enter')
    await expect(page.getByText("No results for 'bus 12'")).toBeVisible()
    await page.keyboard.press('Escape')

    await switcher(page).click()
    await page.getByRole('button', { name: 'Show the 3 offline devices of Demo' }).click()
    await expect(page).toHaveURL(/management\/devices\?status=offline&within=\d+$/)
    await expect(page.getByText('3 devices')).toBeVisible()

    // The page of a company shows its own counts.
    await page.getByRole('link', { name: 'Companies', exact: true }).click()
    await page.getByRole('link', { name: 'Demo North', exact: true }).click()
    await expect(page).toHaveURL(/companies\/\d+\/devices\?within=\d+$/)
    // The list of companies, which has filters as well, is shown until the page has loaded.
    await expect(page.getByRole('heading', { level: 1, name: 'Demo North' })).toBeVisible()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('list', { name: 'Add filter' }).getByRole('button', { name: 'Status' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: /^Offline\s*0$/ })).toBeVisible()
  })

  test('one that is deleted is replaced by the company above it, which is said once', async ({ page }) => {
    const parent = await place.addCompany('Shore')
    const { id, name } = await place.addCompany('Short-lived', parent.id)
    await signIn(page, place.admin)
    await page.goto(`/management/devices?within=${id}`)
    await expect(switcher(page)).toHaveAccessibleName(`Company: ${name}`)
    await place.client.call(deleteCompany, { params: { id } })
    await page.reload()
    await expect(switcher(page)).toHaveAccessibleName(`Company: ${parent.name}`)
    await expect(page).toHaveURL(`/management/devices?within=${parent.id}`)
    await expect(page.getByText(`${name} is no longer available. Now showing ${parent.name}`)).toHaveCount(1)
    await page.goto('/management/devices?within=999999')
    await expect(switcher(page)).toHaveAccessibleName('Company: All companies')
    await expect(page).toHaveURL('/management/devices')
  })

  test('users who see one company see its name alone', async ({ page }) => {
    await signIn(page, 'client')
    await openDevices(page)
    await expect(page.getByRole('banner').getByText('Demo North', { exact: true })).toBeVisible()
    await expect(switcher(page)).toHaveCount(0)
  })
})

test.describe('companies', () => {
  test('S2.56 S2.197: a company is created, and the add-device window offers it at once', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page, 'root')
    await page.goto('/management/devices')
    // The picker has loaded its companies before the new one is created.
    await page.getByRole('button', { name: 'Add device' }).click()
    await expect(dialog(page, 'Add device').getByRole('combobox', { name: 'Company' }).first()).toHaveValue('Demo')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Companies' }).click()
    await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Demo North Pier' })).toBeVisible()

    await page.getByRole('button', { name: 'New company' }).click()
    const window = dialog(page, 'New company')
    await expect(window.getByRole('combobox', { name: 'Parent' })).toHaveValue('None (first-level company)')
    await window.getByRole('textbox', { name: 'Name' }).fill('ab')
    await window.getByRole('button', { name: 'Create' }).click()
    await expect(window.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await window.getByRole('textbox', { name: 'Name' }).fill('demo')
    await window.getByRole('button', { name: 'Create' }).click()
    await expect(window.getByText('Name already in use')).toBeVisible()
    const name = unique('First')
    await window.getByRole('textbox', { name: 'Name' }).fill(name)
    await window.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByRole('button', { name: 'Add device' }).click()
    await dialog(page, 'Add device').getByRole('combobox', { name: 'Company' }).first().click()
    await expect(page.getByRole('option', { name })).toBeVisible()
  })

  test('S2.196 S5.66 S5.67: a company is renamed; an unchanged name sends no request', { tag: '@long' }, async ({
    page,
  }) => {
    const { name } = await place.addCompany('Rename me')
    await signIn(page, place.admin)
    await page.goto('/companies')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent++
    })
    await choose(page, name, 'Edit')
    const window = dialog(page, `Edit ${name}`)
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Please input different value to save changes.')).toBeVisible()
    expect(sent).toBe(0)
    await window.getByRole('textbox', { name: 'Name' }).fill(`${name} B`)
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: `${name} B` })).toBeVisible()
    expect(sent).toBe(1)
  })

  test('blockers of a deletion are named; an empty company is deleted', { tag: '@long' }, async ({ page }) => {
    const north = await place.addCompany('North')
    const pier = await place.addCompany('Pier', north.id)
    await place.addUser('end_user', north.id)
    await signIn(page, place.admin)
    await page.goto('/companies')
    await choose(page, north.name, 'Delete')
    await dialog(page, `Delete ${north.name}?`).getByRole('button', { name: 'Delete' }).click()
    const refused = dialog(page, `${north.name} cannot be deleted`)
    await expect(refused.getByText('1 subsidiary belongs to this company')).toBeVisible()
    await expect(refused.getByText('1 user belongs to this company')).toBeVisible()
    await expectAccessible(page)
    await refused.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: `Actions for ${pier.name}` }).click()
    await expect(page.getByRole('menuitem', { name: 'New subsidiary' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    const name = unique('Short-lived')
    await choose(page, north.name, 'New subsidiary')
    const window = dialog(page, 'New company')
    await expect(window.getByRole('combobox', { name: 'Parent' })).toHaveValue(north.name)
    await window.getByRole('textbox', { name: 'Name' }).fill(name)
    await window.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await choose(page, name, 'Delete')
    await dialog(page, `Delete ${name}?`).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`Company ${name} removed successfully`)).toBeVisible()
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  })

  test('a company moves under another parent; users cannot move their own', { tag: '@long' }, async ({ page }) => {
    const [parent, child] = [unique('Parent'), unique('Child')]
    await signIn(page, place.admin)
    await page.goto('/companies')
    await makeCompany(page, parent)
    await makeCompany(page, child)
    await choose(page, child, 'Move')
    const window = dialog(page, `Move ${child}`)
    await window.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(window.getByRole('alert')).toBeVisible()
    await window.getByRole('combobox', { name: 'New parent' }).click()
    await expect(page.getByRole('option', { name: child })).toHaveCount(0)
    await page.getByRole('option', { name: parent }).click()
    await expectAccessible(page)
    await window.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText(`Company ${child} moved successfully`)).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(`${child}.*${parent}`) })).toBeVisible()
    await page.getByRole('button', { name: `Actions for ${place.name}`, exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Move' })).toHaveCount(0)
  })

  test('S6.37: read-only users see no actions', { tag: '@long' }, async ({ page }) => {
    await signIn(page, 'viewer')
    await page.goto('/companies')
    await expect(page.getByRole('link', { name: 'Demo North Pier' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New company' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  })

  test('on a phone the list and the window fit', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    await signIn(page, 'root')
    await page.goto('/companies')
    await expect(page.getByRole('link', { name: 'Demo North Pier' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'New company' }).click()
    await expect(dialog(page, 'New company')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})

test.describe('a company', () => {
  test('S2.58 S2.62 S2.63 S2.64: its page shows its contents by tab, and its path in the tree', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page, 'root')
    await page.goto('/companies')
    await page.getByRole('link', { name: 'Demo North Pier' }).click()
    await expect(page).toHaveURL(/\/companies\/\d+\/devices$/)
    await expect(page.getByRole('heading', { name: 'Demo North Pier', level: 1 })).toBeVisible()
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(trail.getByRole('link')).toHaveText(['Companies', 'Demo', 'Demo North'])
    await expect(page.getByText('Level 3')).toBeVisible()
    // No subsidiaries on the last level.
    await expect(page.getByRole('button', { name: 'New subsidiary' })).toHaveCount(0)

    await trail.getByRole('link', { name: 'Demo', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Demo', level: 1 })).toBeVisible()
    await expect(page.getByText(/^Subsidiaries: /)).toBeVisible()
    await expect(page.locator('#row-0')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveCount(0)
    const tabs = page.getByRole('navigation', { name: 'Company' })
    await tabs.getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL(/\/users$/)
    await expect(page.locator('[role=row]', { hasText: 'admin@longreach.test' }).first()).toBeVisible()
    await expect(page.locator('[role=row]', { hasText: 'ole.strand' })).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Users' }).getByRole('link', { name: 'Invitations' }).click()
    await expect(page).toHaveURL(/\/users\/invitations$/)
    await expect(page.getByRole('heading', { name: 'No open invitations' })).toBeVisible()
    await tabs.getByRole('link', { name: 'Tags' }).click()
    await expect(page).toHaveURL(/\/tags$/)
    await expect(page.getByRole('grid', { name: 'Tags' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('grid', { name: 'Tags' })).toBeVisible()
  })

  test('S2.59: the devices tab has the filters of the devices list, and adds devices to its company', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page)
    await page.goto('/companies')
    await page.getByRole('link', { name: 'Demo North', exact: true }).click()
    await expect(page.locator('#row-0')).toBeVisible()
    const total = page.getByText(/^\d+ devices?$/).last()
    const all = Number.parseInt((await total.textContent()) ?? '', 10)
    const answer = await page.request.get('/api/devices?limit=1&fields=id')
    expect(all).toBeLessThan((await answer.json()).meta.total)
    await page.getByRole('searchbox').fill('nothing is called so')
    await expect(page.getByRole('heading', { name: 'No matching devices' })).toBeVisible()
    await expect(page).toHaveURL(/\/companies\/\d+\/devices\?q=/)
    await page.getByRole('button', { name: 'Add device' }).click()
    await expect(dialog(page, 'Add device').getByRole('combobox', { name: 'Company' }).first()).toHaveValue(
      'Demo North',
    )
  })

  test('S2.120 S6.62: the account menu leads to the user’s company, company names in lists to theirs', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page)
    await page.goto('/users')
    await page.getByRole('button', { name: /, account of / }).click()
    await page.getByRole('menuitem', { name: 'Company info' }).click()
    await expect(page.getByRole('heading', { name: 'Demo', level: 1 })).toBeVisible()
    await page.goto('/users')
    await page.getByRole('link', { name: 'Demo North', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Demo North', level: 1 })).toBeVisible()
  })

  test('S6.68: users without a company have no company info', { tag: '@long' }, async ({ page }) => {
    await signIn(page, 'root')
    await page.goto('/companies')
    await page.getByRole('button', { name: /, account of / }).click()
    await expect(page.getByRole('menuitem', { name: 'Account settings' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Company info' })).toHaveCount(0)
  })

  test('a company that was deleted or is out of scope says so', { tag: '@long' }, async ({ page }) => {
    await signIn(page, 'mara.lind')
    for (const id of ['999999', '1x', '0']) {
      await page.goto(`/companies/${id}`)
      await expect(page.getByRole('heading', { name: 'Company not found' })).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back to companies' }).click()
    await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible()
  })

  test('S2.206: flags are switched by users with the permission', { tag: '@long' }, async ({ page, browser }) => {
    await signIn(page, 'root')
    await page.goto('/companies')
    const name = unique('Flagged')
    await makeCompany(page, name)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Flags' }).click()
    const window = dialog(page, `Flags of ${name}`)
    await expect(window.getByRole('checkbox', { name: 'Show payment' })).not.toBeChecked()
    await expectAccessible(page)
    await window.getByRole('checkbox', { name: 'Show payment' }).check()
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`Flags of ${name} updated successfully`)).toBeVisible()
    await page.getByRole('button', { name: 'Flags' }).click()
    await expect(window.getByRole('checkbox', { name: 'Show payment' })).toBeChecked()
    await expect(window.getByRole('checkbox', { name: 'Hide from tree' })).not.toBeChecked()
    const other = await (await browser.newContext()).newPage()
    await signIn(other)
    await other.goto('/companies')
    await other.getByRole('button', { name: 'Actions for Demo North', exact: true }).click()
    await expect(other.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    await expect(other.getByRole('menuitem', { name: 'Flags' })).toHaveCount(0)
    await other.context().close()
  })

  test('a long name, an empty company and a phone', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    await signIn(page, 'root')
    await page.goto('/companies')
    const name = `${unique('Long')} ${'x'.repeat(200)}`.slice(0, 200)
    await makeCompany(page, name)
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    for (const [tab, empty] of [
      ['Users', /./],
      ['Tags', /./],
    ] as const) {
      await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: tab }).click()
      await expect(page.getByRole('heading', { name: empty, level: 2 }).first()).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
})

/** The header of a call that changes something. */
async function changing(page: Page) {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  return { 'X-XSRF-TOKEN': decodeURIComponent(csrf) }
}

/** Creates companies without the form; resolves to their ids. */
async function givenCompanies(page: Page, parent: number, names: readonly string[]): Promise<number[]> {
  const headers = await changing(page)
  return inBatches(names, async (name) => {
    const answer = await page.request.post('/api/companies', { data: { name, parent_id: parent }, headers })
    expect(answer.ok()).toBe(true)
    return ((await answer.json()) as { data: { id: number } }).data.id
  })
}

/** A few calls at a time; results in the order of the items. */
async function inBatches<Item, Answer>(items: readonly Item[], call: (item: Item) => Promise<Answer>) {
  const answers: Answer[] = []
  while (answers.length < items.length)
    answers.push(...(await Promise.all(items.slice(answers.length, answers.length + 8).map(call))))
  return answers
}

const item = (page: Page, name: string) => page.locator(`[role=treeitem][data-name="${name}"]`)
/** The branch of an item: everything below it. */
const branch = (page: Page, name: string) => page.locator(`[data-name="${name}"] + [role=group]`)

test.describe('the tree of companies', () => {
  test('S2.57: it is navigated by keyboard; Enter opens the page, the row menu is the next tab stop', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page)
    await page.goto('/companies')
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Tree' }).click()
    await expect(page).toHaveURL(/\/companies\/tree$/)
    // The single root is open.
    await expect(item(page, 'Demo')).toHaveAttribute('aria-expanded', 'true')
    await expect(item(page, 'Demo North')).toHaveAttribute('aria-expanded', 'false')
    await item(page, 'Demo').focus()
    await page.keyboard.type('demo n')
    await expect(item(page, 'Demo North')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(item(page, 'Demo North Pier')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(item(page, 'Demo North Pier')).toBeFocused()
    await expect(item(page, 'Demo North Pier')).not.toHaveAttribute('aria-expanded', /./)
    await page.keyboard.press('ArrowLeft')
    await expect(item(page, 'Demo North')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(item(page, 'Demo North Pier')).toHaveCount(0)
    await page.keyboard.press('Home')
    await expect(item(page, 'Demo')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await page.keyboard.type('demo n')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Demo North', level: 1 })).toBeVisible()
  })

  test('a search shows matches with their ancestors', { tag: '@long' }, async ({ page }) => {
    await signIn(page)
    await page.goto('/companies/tree')
    await page.getByRole('searchbox').fill('pier')
    await expect(item(page, 'Demo North Pier')).toBeVisible()
    await expect(item(page, 'Demo North')).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('treeitem')).toHaveCount(3)
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('no such company')
    await expect(page.getByText('No matching companies')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(item(page, 'Demo')).toBeVisible()
  })

  test('a company is dragged below another, with a confirmation and refusals', async ({ page }) => {
    await signIn(page, 'root')
    const [top, other, deep] = [unique('Tree top'), unique('Tree other'), unique('Tree deep')]
    const [topId = 0] = await givenCompanies(page, 0, [top])
    const [otherId = 0] = await givenCompanies(page, 0, [other])
    const [child, leaf] = [`${top} child`, `${top} leaf`]
    const [childId = 0] = await givenCompanies(page, topId, [child])
    await givenCompanies(page, childId, [leaf])
    await givenCompanies(page, otherId, [deep])
    await page.goto('/companies/tree')
    await item(page, top).click()
    await item(page, child).click()
    await item(page, other).click()
    await expect(item(page, leaf)).toBeVisible()
    await expect(item(page, deep)).toBeVisible()

    // Over its own branch, and where it would exceed the last level, the tree refuses the drop; no request is sent.
    const hold = async (source: string, target: string, message: string | RegExp) => {
      await item(page, source).hover()
      await page.mouse.down()
      await item(page, target).hover()
      await item(page, target).hover()
      await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible()
      await page.mouse.up()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await hold(child, leaf, 'A company cannot be moved under itself')
    await hold(child, deep, 'Companies have three levels')
    await hold(child, top, 'is already there')

    await item(page, child).dragTo(item(page, other))
    const question = dialog(page, `Move ${child} under ${other}?`)
    await expect(question.getByText('1 subsidiary, 0 devices and 0 users move with it.')).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await item(page, child).dragTo(item(page, other))
    await question.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText(`Company ${child} moved successfully`)).toBeVisible()
    await expect(branch(page, other).locator(`[data-name="${child}"]`)).toBeVisible()
    await expect(item(page, top)).not.toHaveAttribute('aria-expanded', /./)

    // To the first level, by the drop area that appears while dragging.
    await item(page, child).hover()
    await page.mouse.down()
    await item(page, deep).hover()
    await page.getByText('Drop here to make it a first-level company').hover()
    await page.getByText('Drop here to make it a first-level company').hover()
    await page.mouse.up()
    await dialog(page, `Make ${child} a first-level company?`).getByRole('button', { name: 'Move' }).click()
    // The two branches are refetched one after the other.
    await expect(item(page, child).and(page.locator('[aria-level="1"]'))).toBeVisible()
    await expect(item(page, child)).toHaveCount(1)
  })

  test('a company moves with its devices, and the lists of its new ancestors follow', {
    tag: '@long',
  }, async ({ page, browser }) => {
    const north = await place.addCompany('Sound')
    const { id, name } = await place.addCompany('Moving')
    const serial = String(Date.now()).slice(-10)
    const mac = `00:1E:42:${serial.slice(-6, -4)}:${serial.slice(-4, -2)}:${serial.slice(-2)}`
    const device = { company_id: id, device_series: 'rut', serial, mac, password_confirmation: 'Lantern-1234' } as const
    await place.client.call(createDevices, { body: { data: [device] } })
    const other = await (await browser.newContext()).newPage()
    await signIn(other, await place.addUser('admin', north.id))
    await other.goto(`/management/devices?q=${serial}`)
    await expect(other.getByRole('heading', { name: 'No matching devices' })).toBeVisible()

    await signIn(page, place.admin)
    await page.goto('/companies/tree')
    await item(page, name).dragTo(item(page, north.name))
    const question = dialog(page, `Move ${name} under ${north.name}?`)
    await expect(question.getByText('0 subsidiaries, 1 device and 0 users move with it.')).toBeVisible()
    await question.getByRole('button', { name: 'Move' }).click()
    await expect(branch(page, north.name).locator(`[data-name="${name}"]`)).toBeVisible()
    await other.getByRole('button', { name: 'Refresh' }).click()
    await expect(other.locator('#row-0')).toContainText(serial)
    await other.context().close()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')).toHaveText([
      'Companies',
      place.name,
      north.name,
    ])
    await expect(page.locator('#row-0')).toContainText(serial)
  })

  test('by keyboard the menu of the row moves it', { tag: '@long' }, async ({ page }) => {
    await signIn(page, 'root')
    const [source, target] = [unique('Keys source'), unique('Keys target')]
    await givenCompanies(page, 0, [source, target])
    await page.goto('/companies/tree')
    await item(page, source).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: `Actions for ${source}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move' }).press('Enter')
    const window = dialog(page, `Move ${source}`)
    await window.getByRole('combobox', { name: 'New parent' }).fill(target)
    await page.getByRole('option', { name: target }).click()
    await window.getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await expect(page.getByText(`Company ${source} moved successfully`)).toBeVisible()
    await item(page, target).click()
    await expect(item(page, source)).toHaveAttribute('aria-level', '2')
  })

  test('hidden from the tree it disappears for its ancestors, and is marked for users who may show it again', {
    tag: '@long',
  }, async ({ page, browser }) => {
    const { name } = await place.addCompany('Hidden')
    await signIn(page, 'root')
    await page.goto('/companies/tree')
    await item(page, place.name).click()
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Flags' }).click()
    const window = dialog(page, `Flags of ${name}`)
    await window.getByRole('checkbox', { name: 'Hide from tree' }).check()
    await window.getByRole('button', { name: 'Save' }).click()
    await expect(item(page, name).getByText('Hidden', { exact: true })).toBeVisible()
    const other = await (await browser.newContext()).newPage()
    await signIn(other, place.admin)
    await other.goto('/companies/tree')
    await expect(item(other, place.name)).toBeVisible()
    await expect(item(other, name)).toHaveCount(0)
    await other.context().close()
  })

  test('a thousand companies below one parent load a hundred at a time and are navigated at once', {
    tag: '@long',
  }, async ({ page }) => {
    test.setTimeout(300_000)
    await signIn(page, 'root')
    const top = unique('Wide')
    const [topId = 0] = await givenCompanies(page, 0, [top])
    const number = (at: number) => `${top} ${String(at).padStart(4, '0')}`
    const children = await givenCompanies(
      page,
      topId,
      Array.from({ length: 1000 }, (_, at) => number(at + 1)),
    )
    await page.goto('/companies/tree')
    await item(page, top).click()
    await expect(branch(page, top).getByRole('treeitem')).toHaveCount(101)
    await item(page, number(100)).focus()
    for (let shown = 200; shown <= 1000; shown += 100) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(item(page, number(shown - 99))).toBeFocused()
      await item(page, number(shown)).focus()
    }
    await expect(branch(page, top).getByRole('treeitem')).toHaveCount(1000)
    const took = await page.evaluate(async () => {
      const start = performance.now()
      for (const key of ['ArrowUp', 'ArrowUp', 'Home']) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      }
      return (performance.now() - start) / 3
    })
    expect(took).toBeLessThan(500)
    await page.goto('/companies')
    await page.getByRole('button', { name: 'New company' }).click()
    const window = dialog(page, 'New company')
    await window.getByRole('combobox', { name: 'Parent' }).fill(number(987))
    await expect(page.getByRole('option', { name: number(987) })).toBeVisible()
    // The other pickers search on the server, too.
    await page.goto('/management/devices')
    await page.getByRole('button', { name: 'Add device' }).click()
    await dialog(page, 'Add device').getByRole('combobox', { name: 'Company' }).first().fill(number(987))
    await expect(page.getByRole('option', { name: number(987) })).toBeVisible()
    await page.goto('/users/invitations')
    await page.getByRole('button', { name: 'Invite user' }).first().click()
    await dialog(page, 'Invite user').getByRole('combobox', { name: 'Company' }).fill(number(987))
    await expect(page.getByRole('option', { name: number(987) })).toBeVisible()
    await page.goto('/management/devices')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('button', { name: 'Company', exact: true }).click()
    await page.getByRole('textbox', { name: 'Find a value' }).fill(number(987))
    await page.getByRole('checkbox', { name: number(987) }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(`Company is ${number(987)}`)).toBeVisible()
    const headers = await changing(page)
    const remove = async (id: number) =>
      expect((await page.request.delete(`/api/companies/${id}`, { headers })).ok()).toBe(true)
    await inBatches(children, remove)
    await remove(topId)
  })

  test('users of one company see that one, and on a phone the tree fits and the menu moves it', {
    tag: '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    await signIn(page)
    await page.goto('/companies/tree')
    await expect(item(page, 'Demo North')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expect(item(page, 'Demo North')).toHaveAttribute('draggable', 'false')
    await page.getByRole('button', { name: 'Actions for Demo North', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Move' })).toBeVisible()
  })

  test('read-only users cannot drag', { tag: '@long' }, async ({ page }) => {
    await signIn(page, 'viewer')
    await page.goto('/companies/tree')
    await expect(item(page, 'Demo North')).toHaveAttribute('draggable', 'false')
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  })
})
