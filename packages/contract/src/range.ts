import * as z from 'zod/mini'
import { companyContext } from './filter.ts'
import { text } from './i18n.ts'
import { timeText } from './time-schemas.ts'

const dayMs = 86_400_000
/** Length of a range without a start, in days. */
const defaultDays = 30

interface Given {
  start_date?: Date | undefined
  end_date?: Date | undefined
}

/** The range of a call; by default the last 30 days until now. */
export function rangeOf({ start_date, end_date }: Given, now: Date): { from: Date; to: Date } {
  const to = end_date ?? now
  return { from: start_date ?? new Date(to.getTime() - defaultDays * dayMs), to }
}

const check = (allowed: (days: number) => boolean, error: string) =>
  z.refine<unknown>(
    (given) => {
      const range = given as Given
      // A value that is not a time has its own error.
      if ([range.start_date, range.end_date].some((time) => time !== undefined && !(time instanceof Date))) return true
      const { from, to } = rangeOf(range, new Date())
      return allowed((to.getTime() - from.getTime()) / dayMs)
    },
    { error, path: ['end_date'] },
  )

/** The end must be after the start, by at most so many days. */
export const rangeChecks = (days: number) =>
  [
    check((length) => length > 0, text('forms.end_before_start')),
    check((length) => length <= days, text('forms.range_too_long', { count: days })),
  ] as const

/** A range of time of at most so many days, with further fields of a call. */
export const rangeUpTo = <const Shape extends z.core.$ZodShape>(days: number, more: Shape) =>
  z
    .object({ start_date: z.optional(timeText()), end_date: z.optional(timeText()), ...more })
    .check(...rangeChecks(days))

/** Like `rangeUpTo`, limited to a company alone or with its subsidiaries. */
export const statisticsRange = <const Shape extends z.core.$ZodShape>(days: number, more: Shape) =>
  rangeUpTo(days, { ...companyContext, ...more })
