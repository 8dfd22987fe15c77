import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'

/** The log of a company's mails is deleted with it; a queued one is not sent. */
export async function removeMailsOf(db: Db, companyId: number): Promise<void> {
  await db
    .deleteFrom('mails as m')
    .where(systemScope('row resolved in scope before'))
    .where('m.company_id', '=', companyId)
    .execute()
}
