import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { patience } from '@longreach/contract/test-patience'
import { expect, type Page } from '@playwright/test'
import { bulkBar, expectAccessible, openDevices, signIn } from './console-world.ts'
import { canInstallAgent, installAgent, type LocalAgent } from './local-agent.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

const old = '1.0.9'

async function install(): Promise<LocalAgent> {
  const { data: key } = await place.client.call(createEnrolmentKey, { body: { company_id: place.id, uses: 1 } })
  return installAgent(key.lines[0]?.line ?? '')
}

interface Link {
  agent: string
  agent_offered: string | null
}

/** Downgrades the agent; returns the version the server offers. */
async function setBack(page: Page, agent: LocalAgent): Promise<string> {
  await agent.become(old)
  let link: Link | null = null
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/api/devices/${agent.id}`)
        link = ((await answer.json()) as { data: { link: Link | null; status: number } }).data.link
        return link?.agent
      },
      { timeout: patience.shown },
    )
    .toBe(old)
  return (link as Link | null)?.agent_offered ?? ''
}

/** Confirms the question and follows the update to its end. */
async function update(page: Page, question: RegExp, version: string) {
  const asked = page.getByRole('dialog', { name: question })
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Update' }).click()
  const status = page.getByRole('tabpanel', { name: /^Update agent / })
  await expect(status.getByText(`Agent updated to ${version}`).first()).toBeVisible({ timeout: patience.agentUpdate })
  await expect(status.getByText('1 done')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: /^Update agent / }).press('Delete')
  await expect(status).toHaveCount(0)
}

test('a real agent is updated from its page, from the row menu and as a selection', {
  tag: '@long',
}, async ({ page }) => {
  test.skip(!canInstallAgent, 'requires root and an SSH client')
  test.setTimeout(300_000)
  await signIn(page, place.admin)
  const agent = await install()
  try {
    const version = await setBack(page, agent)
    expect(version).not.toBe('')
    await page.goto(`/devices/${agent.id}/activity`)
    const connection = page.getByRole('region', { name: 'Connection' })
    await expect(connection).toContainText(`${old}${version} is available`)
    await page.getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Update agent' }).click()
    await update(page, /^Update the agent on /, version)
    await expect(connection).not.toContainText('is available')
    await expect(connection).toContainText(version)
    await page.getByRole('button', { name: 'Actions' }).first().click()
    await expect(page.getByRole('menuitem', { name: 'Refresh data' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Update agent' })).toHaveCount(0)

    await setBack(page, agent)
    await openDevices(page, `?q=${agent.serial}`)
    await page
      .locator('#row-0')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Update agent' }).click()
    await update(page, /^Update the agent on /, version)

    await setBack(page, agent)
    await page.locator('#row-0').getByRole('checkbox').click()
    await bulkBar(page).getByRole('button', { name: 'Update agent' }).click()
    await update(page, /^Update the agent on /, version)
    await expect(bulkBar(page)).toHaveCount(0)

    await page.locator('#row-0').getByRole('checkbox').click()
    await bulkBar(page).getByRole('button', { name: 'Update agent' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText(`already has agent ${version}`).first()).toBeVisible()
  } finally {
    agent.remove()
  }
})
