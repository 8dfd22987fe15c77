import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { type CompanyBlocker, countRows } from '../companies/blockers.ts'

export const listedDevices: CompanyBlocker = {
  name: 'devices',
  message: 'devices.block_company',
  count: countRows('devices', sql`t.deleted_at IS NULL`),
}

export const deletedDevices: CompanyBlocker = {
  name: 'deleted_devices',
  message: 'devices.deleted_block_company',
  count: countRows('devices', sql`t.deleted_at IS NOT NULL`),
}

export async function removeEnrolmentKeysOf(db: Db, companyId: number): Promise<void> {
  await sql`
    DELETE FROM enrolment_keys k
    WHERE k.company_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

/** Locks the devices of companies in the order in which links and reports lock them. */
export async function lockDevicesOf(db: Db, companyIds: readonly number[]): Promise<void> {
  await sql`
    SELECT count(*) FROM (
      SELECT 1 FROM devices d
      WHERE company_id = ANY (${[...companyIds]}::bigint[]) AND ${systemScope('row resolved in scope before')}
      ORDER BY id FOR NO KEY UPDATE
    ) locked`.execute(db)
}
