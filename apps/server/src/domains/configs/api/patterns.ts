import { createContext, Script } from 'node:vm'

/** Milliseconds for all patterns of a check; those of a sound document take less than one. */
const patience = 500
const timedOut = 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/** Thrown for a pattern of a document that takes too long for a value. */
export class SlowPattern extends Error {
  readonly pattern: string

  constructor(pattern: string) {
    super(`The pattern ${pattern} takes too long`)
    this.pattern = pattern
  }
}

const context = createContext({ check: () => false })
const script = new Script('check()')
let current = ''

interface Engine {
  (pattern: string, flags: string): { test(value: string): boolean; toString(): string }
  code: string
}

/** Engine for ajv that keeps patterns unchanged and records which one is running. */
export const regExp: Engine = Object.assign(
  (pattern: string, flags: string) => {
    const compiled = new RegExp(pattern, flags)
    return {
      test(value: string) {
        current = pattern
        return compiled.test(value)
      },
      toString: () => String(compiled),
    }
  },
  // Only used for code that is stored, which this is not.
  { code: '' },
)

/**
 * Runs a check with a document's patterns under a time limit: some patterns take forever for some values, which would
 * stop the whole server. Throws SlowPattern. Setting the time limit takes a quarter of a millisecond.
 */
export function withinTime(check: () => boolean): boolean {
  context.check = check
  try {
    return script.runInContext(context, { timeout: patience }) as boolean
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === timedOut ? new SlowPattern(current) : error
  } finally {
    context.check = () => false
  }
}
