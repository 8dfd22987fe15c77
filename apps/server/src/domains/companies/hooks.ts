import type { Db } from '../../db/client.ts'
import type { UndoStep } from '../../endpoint/undo.ts'
import { defineHook } from '../../module/hook.ts'
import type { CompanyBlocker } from './blockers.ts'

/** Runs in the transaction that deletes the company, before its row is deleted. */
export type CompanyDeleted = (db: Db, companyId: number) => Promise<void>
/**
 * Runs in the transaction that moves companies, before the moving rows are written. The returned function runs after
 * that, and returns the steps that undo the losses of the move.
 */
export type CompaniesMoving = (
  db: Db,
  companyIds: readonly number[],
) => Promise<(() => Promise<readonly UndoStep[]>) | undefined>

/** Numbers of losses of the companies' rows if these companies are no longer above them; counting writes nothing. */
export interface MoveLosses {
  tags: number
  /** Devices that lose tags. */
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
