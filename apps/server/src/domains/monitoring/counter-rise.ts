import { sql } from 'kysely'

/**
 * By how much a counter rose in a summary with `rise`, its rise from its `first` value on, since `before`, the last value
 * of the summary before it (null: none is known). A counter that falls has restarted from zero.
 */
export const riseSinceBefore = sql<number>`rise +
  CASE WHEN before IS NULL OR first IS NULL THEN 0 WHEN first >= before THEN first - before ELSE first END`
