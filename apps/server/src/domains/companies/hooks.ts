import type { Db } from '../../db/client.ts'
import type { UndoStep } from '../../endpoint/undo.ts'
import { defineHook } from '../../module/hook.ts'
import type { CompanyBlocker } from './blockers.ts'

/** In the transaction that deletes the company, before its row is deleted. */
export type CompanyDeleted = (db: Db, companyId: number) => Promise<void>
/**
 * In the transaction that moves companies, before the rows that move along are written. What it returns runs after that,
 * and says how what the move cost comes back.
 */
export type CompaniesMoving = (
  db: Db,
  companyIds: readonly number[],
) => Promise<(() => Promise<readonly UndoStep[]>) | undefined>

/** Counts what the rows of companies lose if these companies are no longer above them; writes nothing. */
export interface MoveLosses {
  tags: number
  /** Those that lose tags. */
  devices: number
  templates: number
  template_devices: number
}
export type CompaniesLosing = (
  db: Db,
  move: { companyIds: readonly number[]; above: readonly number[] },
) => Promise<Partial<MoveLosses>>

export const companiesLosing = defineHook<CompaniesLosing>('companiesLosing')
export const companyBlocker = defineHook<CompanyBlocker>('companyBlocker')
export const companyDeleted = defineHook<CompanyDeleted>('companyDeleted')
export const companiesMoving = defineHook<CompaniesMoving>('companiesMoving')
