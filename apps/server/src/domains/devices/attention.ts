import { type AttentionKind, attentionKinds, type attentions } from '@longreach/contract/devices/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { readFact, setFact } from '../../db/installation.ts'

/** Conditions over `devices d` that need nothing but the row. */
const byItself = {
  offline: 'd.status_key = 0',
  flapping: 'd.flapping',
  weak_signal: "d.signal_band = 'low'",
  data_limit: 'd.over_data_limit',
  config_drifted: "d.config_state = 'drifted'",
  old_firmware: 'd.firmware_outdated',
  never_connected: 'd.status_key = 3',
} as const satisfies Partial<Record<AttentionKind, string>>

/** `!` for devices that need attention whatever their agent is; `=` and the agent's version for the others. */
export const needsByItself = `CASE WHEN ${Object.values(byItself).join(' OR ')} THEN '!' ELSE '=' || d.agent_version END`

const fact = 'agent_version'

/** Stores the version of the agent that this server offers: conditions on devices compare with it. */
export const storeOfferedAgent = (db: Db, version: string) => setFact(db, fact, version)

/** Undefined on an installation that has never offered an agent. */
export const readOfferedAgent = (db: Db) => readFact<string>(db, fact)

const offered = `(SELECT value #>> '{}' FROM installation WHERE key = '${fact}')`

const conditions: Record<AttentionKind, string> = { ...byItself, old_agent: `d.agent_version <> ${offered}` }

/** Condition for devices that need attention for at least one of the reasons. */
export function needsAttention(reasons: readonly (typeof attentions)[number][]): RawBuilder<boolean> {
  const any = reasons.includes('any')
  const given = Object.entries(conditions).flatMap(([kind, condition]) =>
    any || reasons.includes(kind as AttentionKind) ? [sql.raw<boolean>(condition)] : [],
  )
  return sql`(${sql.join(given, sql` OR `)})`
}

/** Reasons of a device, most urgent first. */
export const attentionColumn = sql<AttentionKind[]>`array_remove(ARRAY[${sql.join(
  attentionKinds.map((kind) => sql`CASE WHEN ${sql.raw(conditions[kind])} THEN ${sql.lit(kind)} END`),
)}], NULL)`

/** Rank of the most urgent reason of a device, 0 for the first; the highest for a device that needs no attention. */
export const urgency = `(CASE ${attentionKinds.map((kind, rank) => `WHEN ${conditions[kind]} THEN ${rank}`).join(' ')}
  ELSE ${attentionKinds.length} END)`

type Counts = Readonly<Record<string, Readonly<Record<string, number>> | undefined>>

/** Facets from which `countAttention` counts. */
export const attentionFacets = [
  'status',
  'stability',
  'signal',
  'data_limit',
  'config_state',
  'firmware_outdated',
  'agent',
  'attention',
] as const

/** Number of devices for each reason, and for `any`, where each device counts once. */
export function countAttention(
  { status, stability, signal, data_limit, config_state, firmware_outdated, agent, attention = {} }: Counts,
  version: string | undefined,
): Record<(typeof attentions)[number], number> {
  const others = (counts: Readonly<Record<string, number>> = {}, ...known: unknown[]) =>
    Object.entries(counts).reduce((sum, [value, count]) => (known.includes(value) ? sum : sum + count), 0)
  return {
    any: others(attention, `=${version}`, 'is_null'),
    offline: status?.offline ?? 0,
    flapping: stability?.flapping ?? 0,
    weak_signal: signal?.low ?? 0,
    data_limit: data_limit?.over ?? 0,
    config_drifted: config_state?.drifted ?? 0,
    old_firmware: firmware_outdated?.yes ?? 0,
    old_agent: others(agent, version, 'is_null'),
    never_connected: status?.not_activated ?? 0,
  }
}
