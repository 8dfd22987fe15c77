import { existsSync, readFileSync } from 'node:fs'
import { openRemoteAccess } from '@longreach/contract/remote/endpoints'
import { patience } from '@longreach/contract/test-patience'
import { chromium, expect, type Page } from '@playwright/test'
import type { TestClient } from '../apps/server/src/test/client.ts'
import { canBuildNets } from './agent-net.ts'
import { launchOptions } from './chromium.ts'
import { missingTools } from './tools.ts'

/** Whether this machine and this account can create the networks and have all the tools. */
export const able =
  canBuildNets &&
  missingTools('dropbear', 'sshd', 'nginx', 'openssl', launchOptions.executablePath ?? 'chromium').length === 0

export const launch = () => chromium.launch(launchOptions)

/** Text on the screen of the terminal. */
export async function shellText(page: Page): Promise<string> {
  return page.locator('.xterm-rows:visible').innerText()
}

export async function typeLine(page: Page, line: string): Promise<void> {
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

/** Presses 'Open shell' on a device's page and waits for the prompt. */
export async function openShell(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open shell' }).click()
  await expect.poll(() => shellText(page), { timeout: patience.shell }).toMatch(/[#$] *$/m)
}

/** A one-time link to the page of an entry. */
export async function pageLink(client: TestClient, accessId: number): Promise<string> {
  const opened = await client.call(openRemoteAccess, { params: { access_id: accessId }, body: { duration: 600 } })
  expect(opened.status).toBe(201)
  const channel = (opened.meta as { channel: string }).channel
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const answer = await client.fetch(`/status/channel/${channel}`)
        const { data = {} } = (await answer.json()) as { data?: Record<string, { link?: string; value: string }[]> }
        const events = Object.values(data).flat()
        link = events.at(-1)?.link
        return link ?? events.at(-1)?.value
      },
      { timeout: patience.shell },
    )
    .toMatch(/^https?:/)
  return link as string
}

export const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
