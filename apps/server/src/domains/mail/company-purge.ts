import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'

/** Deletes a company's log of mails; a queued mail is not sent. */
export async function removeMailsOf(db: Db, companyId: number): Promise<void> {
  await db
    .deleteFrom('mails as m')
    .where(systemScope('row resolved in scope before'))
    .where('m.company_id', '=', companyId)
    .execute()
}
