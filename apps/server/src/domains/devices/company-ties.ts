import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { type CompanyTie, countRows } from '../companies/ties.ts'

export const deviceTies: readonly CompanyTie[] = [
  { name: 'devices', words: ['device', 'devices'], count: countRows('devices', sql`t.deleted_at IS NULL`) },
  {
    name: 'deleted_devices',
    words: [
      'deleted device whose history is still being removed; try again shortly',
      'deleted devices whose history is still being removed; try again shortly',
    ],
    count: countRows('devices', sql`t.deleted_at IS NOT NULL`),
  },
]

export async function removeEnrolmentKeysOf(db: Db, companyId: number): Promise<void> {
  await sql`
    DELETE FROM enrolment_keys k
    WHERE k.company_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(db)
}
