import type { Db } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'
import type { CompanyBlocker } from './blockers.ts'

/** In the transaction that deletes the company, before its row is deleted. */
export type CompanyDeleted = (db: Db, companyId: number) => Promise<void>
/** In the transaction that moves companies, before the rows that move along are written. */
export type CompaniesMoving = (db: Db, companyIds: readonly number[]) => Promise<void>

export const companyBlocker = defineHook<CompanyBlocker>('companyBlocker')
export const companyDeleted = defineHook<CompanyDeleted>('companyDeleted')
export const companiesMoving = defineHook<CompaniesMoving>('companiesMoving')
