import { randomInt } from 'node:crypto'
import { register, verifyEmail } from '@longreach/contract/account/register-endpoints'
import { listMailLogs } from '@longreach/contract/mail/endpoints'
import { patience } from '@longreach/contract/test-patience'
import { inviteUser } from '@longreach/contract/users/invitation-endpoints'
import { expect } from '@playwright/test'
import { createClient, type TestClient } from '../apps/server/src/test/client.ts'
import { password, type User } from './console-world.ts'

export type Role = 'admin' | 'end_user' | 'read_only' | 'readonly_admin'

export const unique = () => `${Date.now().toString(36)}${randomInt(1296).toString(36)}`

export const until = (condition: () => Promise<boolean>) =>
  expect.poll(condition, { intervals: [100, 200, 400], timeout: patience.condition }).toBe(true)

/** Throws if a call was refused. */
export function done<Answer extends { status: number; text: string }>(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

/** The token of the newest link to the address. */
async function tokenFor(root: TestClient, email: string, kind: string): Promise<string> {
  let token = ''
  await until(async () => {
    const { data } = await root.call(listMailLogs, { query: { q: email, limit: 10 } })
    token = data.find(({ link }) => link?.includes(`/${kind}#`))?.link?.split('#')[1] ?? ''
    return token !== ''
  })
  return token
}

/** A user who was invited, has registered and has verified the address. */
export async function registerUser(root: TestClient, url: string, company_id: number, role: Role): Promise<User> {
  const username = `${role.replace('_', '-')}-${unique()}`
  const email = `${username}@place.test`
  done(await root.call(inviteUser, { body: { company_id, email, role } }))
  const visitor = createClient(url)
  const invitation = await tokenFor(root, email, 'register')
  done(await visitor.call(register, { body: { token: invitation, username, password } }))
  done(await visitor.call(verifyEmail, { body: { token: await tokenFor(root, email, 'verify-email') } }))
  return { username, email }
}
