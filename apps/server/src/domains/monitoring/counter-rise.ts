import { sql } from 'kysely'

/**
 * Rise of a counter within a summary, counted from `before`, the last value of the previous summary (null: unknown);
 * `rise` starts only at the summary's `first` value. A counter that falls has restarted from zero.
 */
export const riseSinceBefore = sql<number>`rise +
  CASE WHEN before IS NULL OR first IS NULL THEN 0 WHEN first >= before THEN first - before ELSE first END`
