import { createContext, Script } from 'node:vm'

/** Milliseconds for all patterns of a check; those of a document that is as it should be take less than one. */
const patience = 500
const timedOut = 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/** A pattern of a document that takes too long for a value. */
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

/** For ajv: patterns as they are, of which the one that is running is known. */
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
  // Only for code that is stored, which this is not.
  { code: '' },
)

/**
 * Runs a check in which patterns of a document run, and ends it when they take too long, as some do for some values. A
 * pattern that does not end would stop the whole server. Throws SlowPattern. Starting the time limit takes a quarter of a
 * millisecond.
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
