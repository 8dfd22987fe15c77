import { clocks, instantOf, lastOfMonth } from '../../clocks.ts'

const dayMs = 86_400_000

/** A calendar day as its midnight in UTC, in milliseconds; independent of any time zone. */
export type CalendarDay = number

/** The day that clocks in a zone show at an instant. */
export const dayOf = (zone: string, instant: number): CalendarDay => Math.floor(clocks(zone, instant) / dayMs) * dayMs

export const startOf = (zone: string, day: CalendarDay): Date => new Date(instantOf(zone, day))

export const nextDay = (day: CalendarDay): CalendarDay => day + dayMs

/** `2026-01-31` */
export const dateOf = (day: CalendarDay): string => new Date(day).toISOString().slice(0, 10)

/** The Monday on or before a day. */
export const weekOf = (day: CalendarDay): CalendarDay => day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs

const billedFrom = (year: number, month: number, billingDay: number): CalendarDay =>
  Date.UTC(year, month, Math.min(billingDay, lastOfMonth(year, month)))

/**
 * First day of the billing period that contains a day, and of the next one. In a month too short for the billing day,
 * the period starts on the month's last day.
 */
export function billingPeriod(day: CalendarDay, billingDay: number): { from: CalendarDay; to: CalendarDay } {
  const year = new Date(day).getUTCFullYear()
  const month = new Date(day).getUTCMonth()
  const starts = [-1, 0, 1].map((step) => billedFrom(year, month + step, billingDay)) as [number, number, number]
  return starts[1] <= day ? { from: starts[1], to: starts[2] } : { from: starts[0], to: starts[1] }
}
