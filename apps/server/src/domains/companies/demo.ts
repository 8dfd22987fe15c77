import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { Demo } from '../../module/module.ts'
import { insertCompany } from './change.ts'
import type { Node } from './place.ts'

const companies = [
  { name: 'Demo', parent: 'Platform' },
  { name: 'Demo North', parent: 'Demo' },
  { name: 'Demo North Pier', parent: 'Demo North' },
] as const

type Name = (typeof companies)[number]['name' | 'parent']

/** A company of a new demo. */
export async function findDemoCompany(tx: Tx, name: Name): Promise<Node> {
  const { rows } = await sql<Node>`
    SELECT c.id, c.level, c.l1_id, c.l2_id FROM companies c
    WHERE c.name = ${name} AND ${systemScope('console of the operator')}`.execute(tx)
  return rows[0]!
}

export const companiesDemo: Demo<unknown> = {
  async fill(tx) {
    for (const { name, parent } of companies) await insertCompany(tx, await findDemoCompany(tx, parent), name)
  },
}
