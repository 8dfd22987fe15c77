import { getDevice } from '@longreach/contract/devices/endpoints'
import { patience } from '@longreach/contract/test-patience'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, historyReported, navigate, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const device = 'Charging hub A9'

const place = ownPlace()
let id: number
test.beforeAll(async () => {
  id = (await place.connect([device], { past: 1 }))[device]
})

interface Details {
  name: string
  version: number
  layout: { items: { i: string; x: number; y: number; w: number; h: number }[] }
  widgets: { id: string; type: string }[]
}

/** Once the device has reported all that is shown of it. */
async function reported(page: Page): Promise<void> {
  await signIn(page, place.admin)
  await expect
    .poll(async () => {
      const { data } = await place.client.call(getDevice, { params: { id } })
      return 'dout1' in data.parameters && 'signal' in data.parameters
    })
    .toBe(true)
  await historyReported(page, id)
}

test('S2.24 S2.247: a dashboard is built with the keys alone, survives a change by another user, and is shown on a phone', async ({
  page,
}) => {
  test.slow()
  await reported(page)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).last().press('Enter')
  const dialog = page.getByRole('dialog')
  const widget = (name: string | RegExp) => page.getByRole('region', { name })
  const choose = async (label: string, text: string) => {
    await dialog
      .getByRole('textbox', { name: label })
      .or(dialog.getByRole('combobox', { name: label }))
      .first()
      .focus()
    await page.keyboard.type(text)
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
  }

  await page.goto(`/devices/${id}/activity`)
  await page.getByRole('link', { name: 'Dashboards', exact: true }).press('Enter')
  await press('New dashboard')
  await dialog.getByLabel('Name').focus()
  await page.keyboard.type('Charging')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Empty dashboard' })).toBeVisible()
  await press('Edit')

  await press('Add widget')
  await dialog.getByRole('button', { name: /^Value/ }).press('Enter')
  await dialog.getByLabel('Title').focus()
  await page.keyboard.type('Reception')
  await choose('Parameter', 'RSSI')
  await dialog.getByRole('button', { name: 'Add threshold' }).press('Enter')
  await dialog.getByLabel('Meaning').focus()
  await page.keyboard.type('Heard')
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
  const value = widget('Reception, Value')
  await expect(value).toBeFocused()
  await expect(value).toContainText(/−[\d.]+ dBm/)
  await expect(value).toContainText('Heard')

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByText('Reception: column 2, row 1, 4 wide, 2 high')).toBeAttached()

  await press('Add widget')
  await dialog.getByRole('button', { name: /^Line chart/ }).press('Enter')
  await choose('Parameters', 'RSSI')
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(
    widget(/, Line chart$/).getByRole('img', { name: /24 h: from −[\d.]+ dBm to −[\d.]+ dBm/ }),
  ).toBeVisible()

  await press('Add widget')
  await dialog.getByRole('button', { name: /^Switch/ }).press('Enter')
  await dialog.getByLabel('Title').focus()
  await page.keyboard.type('Charger')
  await page.keyboard.press('Enter')
  const output = widget('Charger, Switch')
  await expect(output).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(output).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(output).toBeVisible()
  await expect(page.getByText(/Saved by itself at \d\d:\d\d/)).toBeVisible()
  await expectAccessible(page)

  const list = await (await page.request.get(`/api/devices/${id}/dashboards`)).json()
  const board = (list as { data: { id: number }[] }).data[0]?.id as number
  const address = `/api/devices/${id}/dashboards/${board}`
  const stored = async () => ((await (await page.request.get(address)).json()) as { data: Details }).data
  await expect.poll(async () => (await stored()).widgets.map(({ type }) => type)).toEqual(['value', 'line', 'output'])
  expect((await stored()).layout.items[0]).toMatchObject({ x: 1, y: 0, w: 4, h: 2 })

  // Meanwhile someone else saves it.
  const changeElsewhere = async () => {
    const { version } = await stored()
    const token = (await page.context().cookies()).find(({ name }) => name.includes('XSRF'))?.value ?? ''
    const answer = await page.request.put(address, {
      data: { version, layout: { items: [] }, widgets: [] },
      headers: { 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': decodeURIComponent(token) },
    })
    expect(answer.ok()).toBe(true)
  }
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this dashboard' })
  await changeElsewhere()
  await value.press('ArrowLeft')
  await expect(conflict).toContainText(place.admin.username)
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).press('Enter')
  await expect.poll(async () => (await stored()).widgets.length).toBe(3)
  expect((await stored()).layout.items.find(({ i }) => i === 'w1')).toMatchObject({ x: 0 })
  await changeElsewhere()
  await value.press('ArrowRight')
  await conflict.getByRole('button', { name: 'Load theirs' }).press('Enter')
  await expect(value).toHaveCount(0)

  // Theirs is empty, and the start now.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  await press('Add widget')
  await dialog.getByRole('button', { name: /^Value/ }).press('Enter')
  await choose('Parameter', 'RSSI')
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(widget(/, Value$/)).toBeFocused()
  await press('Add widget')
  await dialog.getByRole('button', { name: /^Switch/ }).press('Enter')
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(widget(/, Switch$/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Done' })).toHaveCount(0)
  await expect(page.getByText(/−[\d.]+ dBm/)).toBeVisible()
  await expectAccessible(page)

  // An output is switched, after asking, and shows what the device reports.
  const toggle = page.getByRole('switch')
  const before = await toggle.getAttribute('aria-checked')
  await toggle.press('Enter')
  await dialog.getByRole('button', { name: /^Switch o/ }).press('Enter')
  await expect(toggle).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true')
  await expect(page.getByText(`, by ${place.admin.username}.`)).toBeVisible()

  const phone = await page.context().newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(`/device/${id}/dashboard/${board}`)
  await expect(phone.getByRole('heading', { name: device })).toBeVisible()
  await expect(phone.getByText(/−[\d.]+ dBm/)).toBeVisible()
  await expect(phone.getByRole('navigation')).toHaveCount(0)
  const wide = await phone.locator('html').evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(wide).toBe(0)
  await expectAccessible(phone)
  await phone.context().setOffline(true)
  await expect(phone.getByText(/^No connection since \d\d:\d\d$/)).toBeVisible()
  await expect(phone.getByRole('switch')).toHaveAttribute('aria-disabled', 'true')
  await expect(phone.getByText(/−[\d.]+ dBm/)).toBeVisible()
  await phone.context().setOffline(false)
  await expect(phone.getByText(/^No connection since/)).toHaveCount(0)
  await phone.close()

  await press(/^Dashboard: Charging/)
  await page.getByRole('menuitem', { name: 'Manage dashboards' }).press('Enter')
  await expect(dialog.getByRole('list', { name: 'Dashboards' })).toContainText('2 widgets · Default')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete Charging' }).press('Enter')
  await page.getByRole('dialog', { name: 'Delete Charging?' }).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No dashboards' }).last()).toBeVisible()
})

test('a dashboard requests its values and its past once; a finger moves and resizes its widgets', async ({
  browser,
  page,
}) => {
  test.slow()
  await reported(page)
  const token = (await page.context().cookies()).find(({ name }) => name.includes('XSRF'))?.value ?? ''
  const headers = { 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': decodeURIComponent(token) }
  const line = (range: string) => ({ parameters: ['signal'], range, thresholds: [] })
  const made = await page.request.post(`/api/devices/${id}/dashboards`, {
    headers,
    data: {
      name: 'Touched',
      layout: { cols: 12, items: ['a', 'b', 'c'].map((i, at) => ({ i, x: 4 * at, y: 0, w: 4, h: 2 })) },
      widgets: [
        { id: 'a', type: 'value', title: 'Reception', options: { parameter: 'signal', thresholds: [] } },
        { id: 'b', type: 'line', title: 'Day', options: line('24h') },
        { id: 'c', type: 'line', title: 'Week', options: line('7d') },
      ],
    },
  })
  const address = `/devices/${id}/dashboards/${((await made.json()) as { data: { id: number } }).data.id}`
  const touched = await browser.newPage({
    storageState: await page.context().storageState(),
    viewport: { width: 1024, height: 900 },
    hasTouch: true,
  })
  const asked: string[] = []
  touched.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(`/api${address}`)) asked.push(pathname.slice(`/api${address}`.length))
  })
  await touched.goto(address)
  const widget = (name: string | RegExp) => touched.getByRole('region', { name })
  await expect(widget('Week').getByRole('img', { name: /7 days: from/ })).toBeVisible()
  expect(asked.sort()).toEqual(['', '/past', '/values'])

  await touched.getByRole('button', { name: 'Edit', exact: true }).last().tap()
  const session = await touched.context().newCDPSession(touched)
  /** A finger, which the browser would take for scrolling if the page did not say otherwise. */
  const drag = async (title: string, dx: number, dy: number) => {
    const handle = touched.getByTitle(title, { exact: true }).last()
    await expect(handle).toBeVisible()
    const box = await handle.boundingBox()
    if (!box) throw new Error(`nothing to take hold of: ${title}`)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const at = (share: number) => ({ touchPoints: [{ x: x + dx * share, y: y + dy * share }] })
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) })
    for (const share of [0.1, 0.4, 0.7, 1])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(share) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const places = async () => {
    const { data } = (await (await page.request.get(`/api${address}`)).json()) as { data: Details }
    return data.layout.items.map(({ i, x, y, w, h }) => `${i} ${x},${y} ${w}x${h}`).sort()
  }
  const left = async (name: RegExp) => (await widget(name).boundingBox())?.x ?? 0
  await drag('Move Reception', (await left(/^Day/)) - (await left(/^Reception/)), 0)
  await expect.poll(places).toEqual(['a 4,0 4x2', 'b 4,2 4x2', 'c 8,0 4x2'])
  await drag('Resize Reception', 0, 98)
  await expect.poll(places).toEqual(['a 4,0 4x3', 'b 4,3 4x2', 'c 8,0 4x2'])
  await touched.close()

  // Deleted by mistake it is there again, with all it had.
  await page.goto(address)
  await page.getByRole('button', { name: /^Dashboard: Touched/ }).click()
  await page.getByRole('menuitem', { name: 'Manage dashboards' }).click()
  const dialog = page.getByRole('dialog')
  const remove = async () => {
    await dialog.getByRole('button', { name: 'Delete Touched' }).click()
    await page.getByRole('dialog', { name: 'Delete Touched?' }).getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  await expect(page.getByRole('heading', { name: 'No dashboards' }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('list', { name: 'Dashboards' })).toContainText('3 widgets · Default')
  await remove()
  await expect(page.getByRole('heading', { name: 'No dashboards' }).last()).toBeVisible()
})

test('a dashboard shows what a template measures, and runs tasks with a secret; history and data usage of the device', async ({
  page,
}) => {
  test.slow()
  await reported(page)
  const token = (await page.context().cookies()).find(({ name }) => name.includes('XSRF'))?.value ?? ''
  const headers = { 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': decodeURIComponent(token) }
  const api = async <T>(method: 'get' | 'post' | 'put' | 'delete', path: string, data?: object): Promise<T> => {
    const answer = await page.request[method](`/api${path}`, { headers, ...(data ? { data } : {}) })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return ((await answer.json()) as { data: T }).data
  }
  const { company_id } = await api<{ company_id: number }>('get', `/devices/${id}`)
  const variables = [{ id: 'load', type: 'number', ref: '1/1' }]
  const template = await api<{ id: number }>('post', '/data-collect/configs', {
    ...{ company_id, name: 'Charging load', period: 60, enabled: true, data: [{ url: '/proc/loadavg', variables }] },
  })
  await api('put', `/data-collect/configs/${template.id}/assign`, { device_id: [id] })
  const group = await api<{ id: number }>('post', '/devices/tasks/groups', {
    ...{ company_id, name: 'Sign in', secret_variables: ['token'] },
    tasks: [{ name: 'Sign in', type: 'command', data: { command: 'echo %token%' } }],
  })
  const fields = await api<{ id: number; fields: { parameter: string }[] }[]>('get', '/devices/data/fields')
  const parameter = fields.find((one) => one.id === template.id)?.fields[0]?.parameter
  const dashboard = await api<{ id: number }>('post', `/devices/${id}/dashboards`, {
    name: 'Measured',
    layout: { cols: 12, items: ['a', 'b'].map((i, at) => ({ i, x: 4 * at, y: 0, w: 4, h: 2 })) },
    widgets: [
      { id: 'a', type: 'value', title: '', options: { parameter, thresholds: [] } },
      {
        id: 'b',
        type: 'button',
        title: 'Tasks',
        options: { action: 'task_group', label: 'Sign in', group_id: group.id },
      },
    ],
  })

  await page.goto(`/devices/${id}/dashboards/${dashboard.id}`)
  const load = page.getByRole('region', { name: 'load (Charging load)' })
  await expect(load.getByRole('strong')).toHaveText(/^\d/, { timeout: patience.report })
  await expectAccessible(page)
  const tasks = page.getByRole('region', { name: 'Tasks' })
  await tasks.getByRole('button', { name: 'Sign in' }).click()
  const asked = page.getByRole('dialog')
  await expect(asked.getByLabel('token')).toHaveAttribute('type', 'password')
  await asked.getByLabel('token').fill('very-secret')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(tasks.getByRole('status')).toContainText('1 task done')
  await expect(page.getByText('very-secret')).toHaveCount(0)

  await navigate(page, `/devices/${id}/monitoring-parameters-history?parameter=connection_type&range=30d`)
  const shares = page.getByRole('region', { name: /: share of the time$/ })
  await expect(shares.getByRole('listitem').first()).toContainText('%')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Data usage', exact: true }).click()
  await expect(page.getByRole('region', { name: 'SIM 1' }).first()).toBeVisible()
  await expectAccessible(page)

  await api('delete', `/devices/${id}/dashboards/${dashboard.id}`)
  await api('delete', '/devices/tasks/groups', { id: [group.id] })
  await api('delete', `/data-collect/configs/${template.id}`)
})
