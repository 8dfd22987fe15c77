import { randomInt } from 'node:crypto'
import { getSessionUser } from '@longreach/contract/account/endpoints'
import { register, verifyEmail } from '@longreach/contract/account/register-endpoints'
import { listMailLogs } from '@longreach/contract/mail/endpoints'
import { deleteUserByEmail } from '@longreach/contract/users/endpoints'
import { inviteUser } from '@longreach/contract/users/invitation-endpoints'
import { test as base, expect } from '@playwright/test'
import { createClient, signIn, type TestClient } from '../apps/server/src/test/client.ts'
import { until } from '../apps/server/src/test/until.ts'
import { password } from './console-world.ts'

/** The token of the mailed link to the address. */
async function tokenFor(root: TestClient, email: string, kind: string): Promise<string> {
  let token: string | undefined
  await until(async () => {
    const { data } = await root.call(listMailLogs, { query: { q: email, limit: 10 } })
    token = data.find(({ link }) => link?.includes(`/${kind}#`))?.link?.split('#')[1]
    return token !== undefined
  })
  return token as string
}

/** The page is signed in as an administrator of the demo's company whose settings no other test shares. */
export const test = base.extend<{ own: { id: number } }>({
  own: async ({ page, baseURL }, use) => {
    const url = baseURL ?? ''
    const username = `own-${Date.now().toString(36)}${randomInt(1296).toString(36)}`
    const email = `${username}@own.test`
    const root = await signIn(url, 'root@longreach.test', password)
    const admin = await signIn(url, 'admin@longreach.test', password)
    const company_id = (await admin.call(getSessionUser)).data.company.id
    await root.call(inviteUser, { body: { company_id, email, role: 'admin' } })
    const visitor = createClient(url)
    const invitation = await tokenFor(root, email, 'register')
    await visitor.call(register, { body: { token: invitation, username, password } })
    await visitor.call(verifyEmail, { body: { token: await tokenFor(root, email, 'verify-email') } })
    const answer = await page.request.post('/api/account/login', {
      data: { username: email, password },
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
    })
    expect(answer.ok()).toBe(true)
    const { data } = (await (await page.request.get('/api/user')).json()) as { data: { id: number } }
    await use(data)
    await root.call(deleteUserByEmail, { body: { email } })
  },
})
