import type { AuditLine } from '@longreach/contract/audit/endpoints'

interface FieldChange {
  field: string
  /** Undefined: the field did not exist. */
  before: string | undefined
  after: string | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A readable value; lists and objects as JSON. */
function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Values before and after, field by field; unchanged fields are left out. */
export function fieldChanges({ before, after }: Pick<AuditLine, 'before' | 'after'>): FieldChange[] {
  const [old, next] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .map((field) => ({
      field,
      before: field in old ? inWords(old[field]) : undefined,
      after: field in next ? inWords(next[field]) : undefined,
    }))
    .filter((change) => change.before !== change.after)
}
