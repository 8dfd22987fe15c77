import { type Text, text } from '@longreach/contract/i18n'
import { linkLimits } from '@longreach/contract/link/limits'
import type { ReportValue } from '@longreach/contract/link/report'
import { customId, customPrefix, type VariableType } from '@longreach/contract/link/template-lines'
import type { RetentionDays } from '@longreach/contract/monitoring/constants'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import { safeText, toNumber } from '../value-text.ts'

/** A parameter of a template; devices report it as `c.<id>`. */
export interface CustomParameter {
  id: number
  template_id: number
  url: string
  name: string
  type: VariableType
  fallback: string | null
  allowed: readonly string[] | null
  retention: RetentionDays
}

export type FindCustom = (name: string) => CustomParameter | undefined

export const isCustom = (name: string): boolean => name.startsWith(customPrefix)

/** Milliseconds for which a definition is used without looking it up again; all nodes know an edited one by then. */
const freshFor = 5000
const remembered = 50_000

const columns = sql`p.id, p.template_id, p.url, p.name, p.type, p.fallback, p.allowed, t.retention`

/** The parameters with these ids, of all companies. */
async function findParameters(db: Db, ids: readonly number[]): Promise<CustomParameter[]> {
  const { rows } = await sql<CustomParameter>`
    SELECT ${columns} FROM template_parameters p JOIN monitoring_templates t ON t.id = p.template_id
    WHERE p.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('link of the device itself')}`.execute(db)
  return rows
}

/** The named parameters whose template the device may have. */
export async function customOfDevice(db: Db, deviceId: number, names: readonly string[]): Promise<FindCustom> {
  const ids = names.flatMap((name) => customId(name) ?? [])
  if (ids.length === 0) return () => undefined
  const { rows } = await sql<CustomParameter>`
    SELECT ${columns} FROM template_parameters p JOIN monitoring_templates t ON t.id = p.template_id
    JOIN devices d ON d.id = ${deviceId} AND t.company_id IN (d.company_id, d.l1_id, d.l2_id)
    WHERE p.id = ANY (${ids}::bigint[]) AND ${systemScope('row resolved in scope before')}`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return (name) => found.get(customId(name) ?? 0)
}

export interface CustomParameters {
  /** Looks up definitions that are unknown or not fresh. */
  prepare(names: Iterable<string>): Promise<void>
  find: FindCustom
  /** Changes whenever a definition has changed. */
  generation(): number
}

/**
 * Caches definitions by id. An id is never given to another variable, so a change only affects what is stored in place
 * of a value.
 */
export function createCustomParameters(db: Db, now: () => number = () => performance.now()): CustomParameters {
  const known = new Map<number, { parameter: CustomParameter | undefined; at: number; as: string }>()
  let generation = 0
  return {
    async prepare(names) {
      const at = now()
      const due = [...new Set(names)]
        .flatMap((name) => customId(name) ?? [])
        .filter((id) => {
          const one = known.get(id)
          return !one || at - one.at >= freshFor
        })
      if (due.length === 0) return
      if (known.size + due.length > remembered) known.clear()
      const found = new Map((await findParameters(db, due)).map((row) => [row.id, row]))
      for (const id of due) {
        const parameter = found.get(id)
        const as = JSON.stringify(parameter) ?? ''
        if (known.get(id)?.as !== as) generation++
        known.set(id, { parameter, at, as })
      }
    },
    find: (name) => known.get(customId(name) ?? 0)?.parameter,
    generation: () => generation,
  }
}

export const isTextType = (type: VariableType): boolean => type === 'string' || type === 'array' || type === 'object'

/** True if the text was cut, since cut JSON cannot be parsed. */
function wasCut(value: string): boolean {
  if (value.length < linkLimits.textValue) return false
  try {
    JSON.parse(value)
    return false
  } catch {
    return true
  }
}

const shownLength = 40

function read(type: VariableType, value: ReportValue): number | string | undefined {
  if (isTextType(type)) return safeText(typeof value === 'string' ? value : String(value))
  if (type === 'boolean') {
    const word = String(value).trim().toLowerCase()
    return word === 'true' || word === '1' ? 1 : word === 'false' || word === '0' ? 0 : undefined
  }
  const number = toNumber(typeof value === 'string' ? value.trim() : value)
  if (number === null || !Number.isFinite(number)) return undefined
  return type === 'integer' && !Number.isSafeInteger(number) ? undefined : number
}

/** The value to store, and a problem to log if it is not as defined. */
export function readCustom(
  { type, url, name, fallback, allowed }: Pick<CustomParameter, 'type' | 'url' | 'name' | 'fallback' | 'allowed'>,
  value: ReportValue,
): { stored: number | string | null; problem?: Text } {
  const instead = fallback === null ? null : (read(type, fallback) ?? null)
  if (value === null) return { stored: instead }
  const stored = read(type, value)
  const shown = safeText(String(value)).slice(0, shownLength).toWellFormed()
  if (stored === undefined)
    return { stored: instead, problem: text('monitoring.fault_type', { url, id: name, value: shown, type }) }
  const word = type === 'boolean' ? String(stored === 1) : String(stored)
  if (allowed && !allowed.includes(word))
    return { stored: instead, problem: text('monitoring.fault_enum', { url, id: name, value: shown }) }
  if ((type === 'array' || type === 'object') && typeof stored === 'string' && wasCut(stored))
    return { stored, problem: text('monitoring.fault_cut', { url, id: name, count: linkLimits.textValue }) }
  return { stored }
}
