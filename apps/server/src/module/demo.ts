import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { systemScope } from '../db/scope.ts'
import type { Module } from './module.ts'

/** The modules of the demo: each is followed by its additions. */
export const withDemo = <Needs, ApiNeeds>(modules: readonly Module<Needs, ApiNeeds>[]): Module<Needs, ApiNeeds>[] =>
  modules.flatMap((module) => (module.demo ? [module, { ...module.demo, name: `demo of ${module.name}` }] : [module]))

/** Fills a new demo. Its devices enrol themselves like any others. */
export async function fillDemo<Needs extends { db: Db }>(
  modules: readonly Module<Needs, never>[],
  services: Needs,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql`SELECT 1 FROM users u WHERE ${systemScope('console of the operator')} LIMIT 1`.execute(
      tx,
    )
    if (rows.length > 0) return
    for (const { demo } of modules) await demo?.fill?.(tx, services)
  })
}
