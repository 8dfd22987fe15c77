import { createDevices } from '@longreach/contract/devices/endpoints'
import { listFleetSims } from '@longreach/contract/monitoring/sim-endpoints'
import { updateSim } from '@longreach/contract/monitoring/usage-endpoints'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, mouse, settled, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { done, until } from './register-user.ts'
import { test } from './test.ts'

const place = ownPlace()
const many = 40

const tile = (page: Page, name: string) =>
  page.getByRole('group', { name: 'SIMs by state' }).getByRole('button', { name })
const rows = (page: Page) => page.getByRole('rowgroup').last().getByRole('row')

/** Devices of a place, each with a SIM that no report has named yet. */
async function addSims(): Promise<void> {
  const first = Math.floor(Math.random() * 9e7) * 100
  const data = Array.from({ length: many }, (_, at) => {
    const number = first + at
    const mac = `00:1E:42:${number
      .toString(16)
      .toUpperCase()
      .padStart(6, '0')
      .slice(-6)
      .replace(/..(?=.)/g, '$&:')}`
    const serial = String(1_000_000_000 + number).slice(-10)
    return { company_id: place.id, device_series: 'rut' as const, serial, mac, password_confirmation: 'Lantern-1234' }
  })
  const devices = done(await place.client.call(createDevices, { body: { data } })).data
  for (const { id } of devices) {
    const params = { id, modem: 1, sim_id: 1 } as never
    done(await place.client.call(updateSim, { params, body: { data_limit: null, billing_day: 5 } }))
  }
}

test.describe('SIMs', () => {
  test('which SIMs will exceed their limit is one click away', async ({ page }) => {
    await signIn(page, 'viewer')
    const over = async () => {
      const answer = await page.request.get('/api/sims?state=over&limit=100')
      return ((await answer.json()) as { meta: { total: number } }).meta.total
    }
    await until(async () => (await over()) > 0)
    await page.goto('/management/sims')
    await expect(tile(page, 'Will exceed limit')).toHaveText(/[1-9]/)
    const pointer = mouse('SIMs that will exceed their limit')
    await pointer.click(tile(page, 'Will exceed limit'))
    await expect(tile(page, 'Will exceed limit')).toHaveAttribute('aria-pressed', 'true')
    const marked = rows(page).filter({ hasText: /Over limit|Exceeds \d/ })
    await expect.poll(async () => (await rows(page).count()) - (await marked.count())).toBe(0)
    await expect(marked.first()).toBeVisible()
    pointer.ended(1)
    await expect(page.getByRole('button', { name: 'Set limit' })).toHaveCount(0)
    await expectAccessible(page)
  })

  test('40 SIMs get a limit with four clicks, lose it, and get it back by Undo', async ({ page }) => {
    await addSims()
    await signIn(page, place.admin)
    await page.goto('/management/sims')
    await expect(page.getByText(`${many} SIMs`)).toBeVisible()
    await expect(tile(page, 'No limit')).toHaveText(new RegExp(`^${many}`))
    const pointer = mouse('a limit for 40 SIMs')
    await pointer.click(page.getByRole('checkbox', { name: 'Select all loaded rows' }))
    await pointer.click(page.getByRole('button', { name: 'Set limit' }))
    const window = page.getByRole('dialog', { name: 'Set data limit' })
    await expect(window.getByText(`For ${many} SIMs`)).toBeVisible()
    await expect(window.getByRole('textbox', { name: 'Data limit' })).toBeFocused()
    await page.keyboard.type('0')
    await pointer.click(window.getByRole('button', { name: 'Set limit' }))
    await expect(window.getByText('From 1 byte to 8 PB')).toBeVisible()
    await window.getByRole('textbox', { name: 'Data limit' }).fill('20')
    await pointer.click(window.getByRole('button', { name: 'Set limit' }))
    pointer.ended(4)
    await expect(page.getByText(`Limit set for ${many} SIMs`)).toBeVisible()
    await expect(tile(page, 'No limit')).toHaveText(/^0/)
    const limits = async () => {
      const { data } = await place.client.call(listFleetSims, { query: { limit: 100 } })
      return new Set(data.map(({ data_limit, billing_day }) => `${data_limit} ${billing_day}`))
    }
    const set = new Set([`${20 * 1024 ** 3} 5`])
    expect(await limits()).toEqual(set)

    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
    await page.getByRole('button', { name: 'Remove limit' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove limit' }).click()
    const removed = page.locator('[id^="toast-"]').filter({ hasText: `Limit removed from ${many} SIMs` })
    await expect(tile(page, 'No limit')).toHaveText(new RegExp(`^${many}`))
    await removed.getByRole('button', { name: 'Undo' }).click()
    await expect(tile(page, 'No limit')).toHaveText(/^0/)
    expect(await limits()).toEqual(set)
  })

  test('on a phone each SIM is two lines', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, 'viewer')
    await page.goto('/management/sims')
    await settled(page)
    await expect(page.getByRole('img', { name: /limit 20 GB$/ }).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
