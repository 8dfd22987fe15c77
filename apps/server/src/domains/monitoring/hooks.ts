import type { Db, Tx } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'
import type { LatestRow } from './batch.ts'

/**
 * Runs in the transaction that stores reports, after the update of the latest state; up to 2,000 rows in order of
 * arrival.
 */
export type ReportsStored = (tx: Tx, rows: readonly LatestRow[]) => Promise<void>

export const reportsStored = defineHook<ReportsStored>('reportsStored')

/** Runs in the transaction that sets the limit or the billing day of SIMs. */
export type SimLimitsSet = (db: Db, simIds: readonly number[]) => Promise<void>

export const simLimitsSet = defineHook<SimLimitsSet>('simLimitsSet')
