import type { Tx } from '../../db/client.ts'
import { defineHook } from '../../module/hook.ts'
import type { LatestRow } from './batch.ts'

/** In the transaction that stores reports, after the latest state was updated; up to 2,000 rows in the order they arrived. */
export type ReportsStored = (tx: Tx, rows: readonly LatestRow[]) => Promise<void>

export const reportsStored = defineHook<ReportsStored>('reportsStored')
