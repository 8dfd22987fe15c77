import type { AuditDetail, Mention } from '../../endpoint/route.ts'

/** Data stored with a line for its sentence. */
export interface Said {
  /** The object's name at the time. */
  name?: string
  mentions?: Readonly<Record<string, Mention>>
  /** Id of the record by which it can be undone. */
  undo?: number
  undid?: Undid
  /** Set if the change came from a program, with an access token. */
  program?: true
}

/** An undone change, as it was stored with its record. */
export interface Undid {
  action: string
  user_id: number
  username: string
  target: string
  targetId?: number
  name?: string
  mentions?: Readonly<Record<string, Mention>>
  before?: object
  after?: object
}

export type Values = Readonly<Record<string, unknown>>

/**
 * Names are stored among the values after the change, where seals cover them, even seals by nodes of the previous
 * release.
 */
const key = '$said'

export function withSaid(after: AuditDetail['after'], said: Said): Values | undefined {
  return Object.keys(said).length === 0 ? (after as Values | undefined) : { ...after, [key]: said }
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Separates the values after a change from the data for its sentence. */
export function splitSaid(stored: unknown): { after: unknown; said: Said } {
  if (!isValues(stored) || !(key in stored)) return { after: stored, said: {} }
  const { [key]: said, ...after } = stored
  return { after: Object.keys(after).length === 0 ? null : after, said: said as Said }
}

export const valuesOf = (value: unknown): Values => (isValues(value) ? value : {})
