import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { patience } from '@longreach/contract/test-patience'
import { expect, type Locator, type Page } from '@playwright/test'
import { demoSpecs } from '../apps/fleet/src/demo.ts'

export const password = 'Longreach-demo-1'
export type Person =
  | 'root'
  | 'admin'
  | 'viewer'
  | 'client'
  | 'guest'
  | 'support'
  | 'mara.lind'
  | 'nils.aalto'
  | 'ole.strand'
  | 'tess.moreau'

export interface User {
  username: string
  email: string
}

/** Signs in without the form, which has tests of its own: a user of the demo, or another one. */
export async function signIn(page: Page, person: Person | User = 'admin'): Promise<void> {
  const username = typeof person === 'string' ? `${person}@longreach.test` : person.username
  const answer = await page.request.post('/api/account/login', {
    data: { username, password },
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  })
  expect(answer.ok()).toBe(true)
}

/** The newest link of a kind to an address, from the mail log: the demo has no mail server. */
export async function mailedLink(page: Page, email: string, kind: string, before?: string): Promise<string> {
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await signIn(page, 'root')
  let link: string | undefined
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/system/mail-logs?q=${encodeURIComponent(email)}&limit=10`)
      const { data } = (await answer.json()) as { data: { link: string | null }[] }
      link = data.find((mail) => mail.link?.includes(`/${kind}#`))?.link ?? undefined
      return link !== undefined && link !== before
    })
    .toBe(true)
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  return link as string
}

/** Shows another page of the console, which shows one already, without loading it again. */
export async function navigate(page: Page, address: string): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.evaluate((to) => history.pushState(null, '', to), address)
}

/** The bar with the actions on selected rows. */
export const bulkBar = (page: Page) => page.getByRole('toolbar', { name: /(selected|in this list)$/ })

/** Opens the devices list and waits for its rows. */
export async function openDevices(page: Page, search = ''): Promise<void> {
  await page.goto(`/management/devices${search}`)
  await expect(page.locator('#row-0')).toBeVisible()
}

/** An online device with a modem and a month of history: of the company, or of any that the user sees. */
export async function onlineDevice(page: Page, company?: string): Promise<{ id: number; name: string }> {
  let found: { id: number; name: string } | undefined
  await expect
    .poll(
      async () => {
        const query = 'status=online&signal=excellent&limit=1&fields=id,name'
        const of = company === undefined ? '' : `&company_id=${company}`
        const answer = await page.request.get(`/api/devices?${query}${of}`)
        found = ((await answer.json()) as { data: { id: number; name: string }[] }).data[0]
        return found !== undefined
      },
      { timeout: patience.fleetOnline },
    )
    .toBe(true)
  return found as { id: number; name: string }
}

/** Waits until every device of the demo is online or permanently offline: right after the start they come and go. */
export async function settled(page: Page): Promise<void> {
  const online = demoSpecs().filter(({ life }) => life !== 'never' && life !== 'retired').length
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/devices?status=online&limit=1&fields=id')
        return ((await answer.json()) as { meta: { total: number } }).meta.total
      },
      { timeout: patience.comesBack },
    )
    .toBe(online)
}

/**
 * Waits until the device has reported its measurements up to the present, which takes a while after the start: it sends
 * those of the last month first, in order, and what it measures meanwhile waits behind them.
 */
export async function historyReported(page: Page, id: number): Promise<void> {
  const minutesAgo = (minutes: number) =>
    new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  await expect
    .poll(
      async () => {
        const window = { start_date: minutesAgo(30), end_date: minutesAgo(10) }
        const query = new URLSearchParams({ parameters: 'signal', points: '10', ...window })
        const answer = await page.request.get(`/api/devices/${id}/history?${query}`)
        const { data } = (await answer.json()) as { data: { series: { signal?: { avg: (number | null)[] } } } }
        return data.series.signal?.avg.some((value) => value !== null) ?? false
      },
      { timeout: patience.history },
    )
    .toBe(true)
}

/** WCAG 2.2 A and AA by axe, or a single rule of it; a failure names the rule and the elements. */
export async function expectAccessible(page: Page, rule?: 'color-contrast'): Promise<void> {
  // In the page itself and with violations only: a tenth of the time. Legacy mode leaves out frames of other origins,
  // which the console does not have.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (rule) axe.withRules(rule)
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  const { violations } = await axe.analyze()
  // Like a dialog, an open menu belongs to no landmark: it is reached from its button, which does.
  const found = violations.filter(
    ({ id, nodes }) => id !== 'region' || nodes.some(({ html }) => !html.includes('mantine-Menu-item')),
  )
  expect(found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}

/** The page does not scroll horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const part of ['html', '#content']) {
    const wide = await page.locator(part).evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(wide, part).toBe(0)
  }
}

/** A simulated device that enrols with the key and connects to the server in the install command. */
export function startDevice(key: string, line: string): { stop: () => void } {
  const [, port = '', hostKey = ''] = /\]:(\d+) (ssh-ed25519 [A-Za-z0-9+/=]+)/.exec(line) ?? []
  const folder = mkdtempSync(path.join(tmpdir(), 'console-device-'))
  const keys = path.join(folder, 'keys.json')
  writeFileSync(keys, JSON.stringify([{ key }]), { mode: 0o600 })
  const main = path.join(import.meta.dirname, '../apps/fleet/src/main.ts')
  const one = ['--devices', '1', '--first', '901', '--spread', '1', '--report', '0']
  const target = ['--server', `127.0.0.1:${port}`, '--host-key', hostKey, '--keys', keys]
  const child = spawn(process.execPath, [main, ...target, ...one], { stdio: 'ignore' })
  return {
    stop() {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A pointer that counts the clicks of a flow, and its seconds since the first. */
export function mouse(flow: string) {
  let clicks = 0
  let startedAt = 0
  return {
    async click(target: Locator) {
      if (clicks++ === 0) startedAt = performance.now()
      await target.click()
    },
    /** The flow has ended: fails if it took more clicks, and prints what it took. */
    ended(mostClicks: number) {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      process.stdout.write(`${flow}: ${clicks} clicks, ${seconds} s\n`)
      expect(clicks).toBeLessThanOrEqual(mostClicks)
    },
  }
}

/** Closes a filled window by Escape, which asks first. */
export async function discardWindow(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
}
