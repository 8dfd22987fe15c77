import type { Db } from '../../db/client.ts'
import { type Job, job } from '../../jobs/job.ts'
import { newLinkToken } from '../mail/link-token.ts'
import type { Mailer } from '../mail/mailer.ts'
import { findByEmail, insertReset } from './reset-store.ts'
import { findVerifiable, insertVerification, isOthers } from './verify-store.ts'

const goodForMinutes = 60
const verificationHours = 24

export const mailReset = job<{ email: string }>({ name: 'account.mail-reset' })
/** The address may be the account's current or its future one. */
export const mailVerification = job<{ userId: number; email: string }>({ name: 'account.mail-verification' })

export interface AccountJobDeps {
  db: Db
  mailer: Mailer
  /** Address of the console for browsers, never taken from a request. */
  consoleUrl: () => string
}

/** If it runs twice, two mails are sent, with two valid links. */
async function makeReset({ db, mailer, consoleUrl }: AccountJobDeps, email: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await findByEmail(tx, email)
    if (!user) return
    const token = newLinkToken()
    await insertReset(tx, user.id, token, goodForMinutes)
    await mailer.mail(tx, {
      to: user.email,
      template: 'password_reset',
      data: { link: `${consoleUrl()}/reset-password#${token}`, username: user.username },
      company: user,
    })
  })
}

/** No mail goes to an address of another account, and the requesting user gets no hint of it. */
async function makeVerification(
  { db, mailer, consoleUrl }: AccountJobDeps,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const user = await findVerifiable(db, userId)
  if (!user || (await isOthers(db, email, userId))) return
  if (user.email_verified_at !== null && user.email.toLowerCase() === email.toLowerCase()) return
  const token = newLinkToken()
  await db.transaction().execute(async (tx) => {
    await insertVerification(tx, { user_id: userId, email }, token, verificationHours)
    await mailer.mail(tx, {
      to: email,
      template: 'email_verification',
      data: { link: `${consoleUrl()}/verify-email#${token}`, username: user.username },
      company: user,
    })
  })
}

export function accountJobs(deps: AccountJobDeps): Job[] {
  return [
    mailReset.handle(({ email }) => makeReset(deps, email)),
    mailVerification.handle((wish) => makeVerification(deps, wish)),
  ]
}
