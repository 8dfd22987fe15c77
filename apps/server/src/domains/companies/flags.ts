import { type CompanyFlags, companyFlagNames } from '@longreach/contract/companies/schemas'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'

/** Flags are columns of the same name. */
const columns = sql.join(companyFlagNames.map((name) => sql.ref(name)))

type Change = { [Name in keyof CompanyFlags]?: boolean | undefined }

export const changedFlags = (before: CompanyFlags, change: Change): CompanyFlags => ({
  show_payment: change.show_payment ?? before.show_payment,
  hide_from_tree: change.hide_from_tree ?? before.hide_from_tree,
})

export async function readFlags(db: Db, id: number): Promise<CompanyFlags> {
  const { rows } = await sql<CompanyFlags>`
    SELECT ${columns} FROM companies c WHERE c.id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(
    db,
  )
  return rows[0] as CompanyFlags
}

export async function writeFlags(db: Db, id: number, flags: CompanyFlags): Promise<void> {
  await db
    .updateTable('companies as c')
    .set({ ...flags, updated_at: sql`now()` })
    .where('c.id', '=', id)
    .where(systemScope('row resolved in scope before'))
    .execute()
}
