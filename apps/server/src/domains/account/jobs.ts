import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/client.ts'
import { type Job, job } from '../../jobs/job.ts'
import type { Mailer } from '../mail/mailer.ts'
import { dropOldResets, findByEmail, insertReset } from './reset-store.ts'

const goodForMinutes = 60

export const mailReset = job<{ email: string }>({ name: 'account.mail-reset' })

export interface AccountJobDeps {
  db: Db
  mailer: Mailer
  /** Address the console has for browsers, never taken from a request. */
  consoleUrl: () => string
}

/** Twice means two mails, of which both links are good. */
async function makeReset({ db, mailer, consoleUrl }: AccountJobDeps, email: string): Promise<void> {
  const user = await findByEmail(db, email)
  if (!user) return
  const token = randomBytes(32).toString('base64url')
  await db.transaction().execute(async (tx) => {
    await insertReset(tx, user.id, token, goodForMinutes)
    await mailer.mail(tx, {
      to: user.email,
      template: 'password_reset',
      data: { link: `${consoleUrl()}/reset-password#${token}`, username: user.username },
      company: user,
    })
  })
}

export function accountJobs(deps: AccountJobDeps): Job[] {
  return [
    mailReset.handle(({ email }) => makeReset(deps, email)),
    job({ name: 'account.drop-resets', every: '13 * * * *' }).handle(() => dropOldResets(deps.db)),
  ]
}
