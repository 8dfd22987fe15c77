import { forgotPassword } from '@longreach/contract/account/password-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { deleteSuppressedEmail, listMailLogs } from '@longreach/contract/mail/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type TestClient } from '../../test/client.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, startWorld, type World } from '../../test/world.ts'

let server: MailServer
let world: World
let root: TestClient

beforeAll(async () => {
  server = await startMailServer()
  world = await startWorld({ SMTP_URL: server.url, MAIL_FROM: 'console@longreach.test' })
  const company = await makeCompany(world, 'Harbour')
  for (const name of ['ann', 'gone', 'busy', 'kept']) await makeUser(world, name, company, 2)
  root = await world.as('root')
})

afterAll(async () => {
  await world?.stop()
  await server?.stop()
})

const ask = (name: string) => createClient(world.base).call(forgotPassword, { body: { email: `${name}@example.test` } })
const logOf = async (name: string) => (await root.call(listMailLogs, { query: { q: `${name}@example.test` } })).data[0]
const mailsTo = (name: string) => server.mails.filter(({ to }) => to === `${name}@example.test`)

test('a mail is sent in the brand, as text and HTML, and logged without its link', async () => {
  await ask('ann')
  await until(() => mailsTo('ann').length === 1)
  const mail = mailsTo('ann')[0]!
  expect(mail.from).toBe('console@longreach.test')
  expect(mail.headers.get('from')).toBe('Remote management console <console@longreach.test>')
  expect(mail.headers.get('subject')).toBe('Console: set a new password')
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  const link = /http:\/\/\S+\/reset-password#\S+/.exec(mail.text)?.[0]
  expect(link).toBeDefined()
  expect(mail.html).toContain(`href="${link}"`)
  expect(mail.html).toContain('#1E5D9E')
  expect(mail.html).not.toMatch(/<img|url\(|<link|<script/)
  await until(async () => (await logOf('ann'))?.state === 'sent')
  const { data, meta, text } = await root.call(listMailLogs, { query: { q: 'ANN@' } })
  expect(meta).toMatchObject({ total: 1, sends: true })
  expect(data[0]).toMatchObject({ email: 'ann@example.test', link: null, attempts: 1, company_name: 'Harbour' })
  expect(data[0]?.response).toMatch(/^250/)
  expect(text).not.toContain('reset-password')
  const { rows } = await sql`SELECT sealed, l1_id FROM mails WHERE email = 'ann@example.test'`.execute(world.db)
  expect(rows).toEqual([{ sealed: null, l1_id: data[0]?.company_id }])
})

test('S7.77: an address that bounced gets no more emails until it is removed from the list', async () => {
  server.refusals.set('gone@example.test', { code: 550, message: 'No such user\u0007' })
  await ask('gone')
  await until(async () => (await logOf('gone'))?.state === 'bounced')
  expect(await logOf('gone')).toMatchObject({ suppressed: true, attempts: 1, response: '550 No such user' })
  server.refusals.clear()
  await ask('gone')
  await until(async () => (await logOf('gone'))?.state === 'suppressed')
  expect(mailsTo('gone')).toEqual([])

  expect((await root.call(deleteSuppressedEmail, { params: { email: 'GONE@example.test' } })).status).toBe(200)
  expect((await root.call(deleteSuppressedEmail, { params: { email: 'gone@example.test' } })).status).toBe(404)
  const audit = await root.call(listAudit, { query: { action: 'mail.delete_suppressed' } })
  expect(audit.data[0]).toMatchObject({ before: { email: 'gone@example.test' } })
  await ask('gone')
  await until(() => mailsTo('gone').length === 1)
})

test('a temporarily refused mail is retried, under the same id', async () => {
  server.refusals.set('busy@example.test', { code: 451, message: 'Try again later' })
  await ask('busy')
  await until(async () => (await logOf('busy'))?.attempts === 1)
  expect(await logOf('busy')).toMatchObject({ state: 'queued', suppressed: false, response: '451 Try again later' })
  server.refusals.clear()
  await until(() => mailsTo('busy').length === 1)
  await until(async () => (await logOf('busy'))?.state === 'sent')
  expect((await logOf('busy'))?.attempts).toBeGreaterThan(1)
  expect(mailsTo('busy')[0]?.headers.get('message-id')).toMatch(/^<\d+\.\d+@longreach\.test>$/)
})

test('S6.54: the mail log requires its permission', async () => {
  const admin = await world.as('kept')
  expect((await admin.call(listMailLogs)).status).toBe(403)
})
