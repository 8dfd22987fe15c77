import { dataLimitEvent } from '@longreach/contract/alerts/events'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Observation } from './detect.ts'
import { evaluateRules } from './evaluate-rules.ts'
import type { FireDeps } from './fire.ts'
import { looksAtOnce, usageLook } from './limits.ts'
import { lookAtUsage } from './usage.ts'
import { isEvaluated, lockWatched, storeStanding, type WatchedRule } from './watched-rules.ts'

/** Checks some rules that are due and not locked; returns their number. */
async function checkSome(db: Db, deps: FireDeps, now: Date): Promise<number> {
  const effects: (() => void)[] = []
  const count = await db.transaction().execute(async (tx) => {
    const due = sql<boolean>`r.due_at <= ${now}`
    const rules = await lockWatched(tx, due, sql`ORDER BY r.id LIMIT ${looksAtOnce} FOR NO KEY UPDATE OF r SKIP LOCKED`)
    const seen = new Map<number, Observation>()
    const evaluated = rules.filter(isEvaluated)
    await storeStanding(
      tx,
      rules.filter((rule) => !isEvaluated(rule)).map((rule) => ({ ...rule, due_at: nextLook(rule, now) })),
    )
    for (const rule of evaluated) seen.set(rule.id, await lookAt(tx, rule, now))
    await evaluateRules(
      tx,
      deps,
      evaluated,
      ({ id }) => [seen.get(id)].filter((one) => one !== undefined),
      now,
      (effect) => void effects.push(effect),
    )
    return rules.length
  })
  for (const effect of effects) effect()
  return count
}

/** Time of the next check for a rule that is not evaluated on the device's present firmware. */
const nextLook = ({ event }: WatchedRule, now: Date) =>
  event === dataLimitEvent ? new Date(now.getTime() + usageLook.latest * 1000) : null

async function lookAt(tx: Db, rule: WatchedRule, now: Date): Promise<Observation> {
  const plain = { kind: 'look', at: now, connected: rule.connected } as const
  if (rule.event !== dataLimitEvent) return plain
  const { usage, due } = await lookAtUsage(tx, rule, now)
  return { ...plain, usage, due }
}

/** Checks all rules that are due. */
export async function checkDueRules(db: Db, deps: FireDeps, now: Date): Promise<void> {
  while ((await checkSome(db, deps, now)) === looksAtOnce);
}
