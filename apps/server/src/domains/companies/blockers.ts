import { type TextKey, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'

/** Rows of a company that prevent its deletion. */
export interface CompanyBlocker {
  /** `source` of the error. */
  name: string
  count: (db: Db, companyId: number) => Promise<number>
  /** Text with the number of rows. */
  message: TextKey
}

/** Counts rows of a table that belong to the company itself. */
export const countRows = (table: string, where = sql`true`): CompanyBlocker['count'] => {
  return async (db, companyId) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM ${sql.table(table)} t
      WHERE t.company_id = ${companyId} AND ${where} AND ${systemScope('row resolved in scope before')}`.execute(db)
    return rows[0]?.count ?? 0
  }
}

export const subsidiaries: CompanyBlocker = {
  name: 'subsidiaries',
  message: 'companies.has_subsidiaries',
  async count(db, companyId) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM companies c
      WHERE c.parent_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(db)
    return rows[0]?.count ?? 0
  },
}

/** Throws CONFLICT with one error for each kind of blocker. */
export async function checkBlockers(db: Db, blockers: readonly CompanyBlocker[], companyId: number): Promise<void> {
  const errors = []
  for (const { name, count, message } of blockers) {
    const found = await count(db, companyId)
    if (found > 0) {
      errors.push({ code: 'CONFLICT', message: text(message, { count: found }), source: name })
    }
  }
  if (errors.length > 0) throw new Problem('CONFLICT', { errors })
}
