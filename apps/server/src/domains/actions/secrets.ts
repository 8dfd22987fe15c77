import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { Seal } from '../../seal.ts'
import type { Moved } from './steps.ts'

const resolved = systemScope('row resolved in scope before')

/**
 * Stores the secret of each device of a new action. `listed` secrets can be downloaded once; `retained` secrets stay
 * until the domain that started the action wipes them.
 */
export async function storeSecrets(
  db: Db,
  seal: Pick<Seal, 'seal'>,
  actionId: number,
  { secrets, listed, retained = false }: { secrets: ReadonlyMap<number, string>; listed: boolean; retained?: boolean },
): Promise<void> {
  const devices = [...secrets.keys()]
  const sealed = [...secrets.values()].map((secret) => seal.seal(secret))
  await sql`
    INSERT INTO action_secrets (target_id, sealed, listed, retained)
    SELECT t.id, s.sealed, ${listed}, ${retained}
    FROM unnest(${devices}::bigint[], ${sealed}::bytea[]) AS s (device_id, sealed)
    JOIN action_targets t ON t.action_id = ${actionId} AND t.device_id = s.device_id
    WHERE ${resolved}`.execute(db)
}

/** Stores a retained secret again for targets that have none any more. */
export async function storeRetained(
  db: Db,
  seal: Pick<Seal, 'seal'>,
  targets: readonly number[],
  secret: string,
): Promise<void> {
  const sealed = targets.map(() => seal.seal(secret))
  await sql`
    INSERT INTO action_secrets (target_id, sealed, listed, retained)
    SELECT s.target_id, s.sealed, false, true
    FROM unnest(${[...targets]}::bigint[], ${sealed}::bytea[]) AS s (target_id, sealed)
    WHERE ${resolved} ON CONFLICT (target_id) DO NOTHING`.execute(db)
}

/** The secret of a target; rejects if it was wiped. */
export async function openSecret(db: Db, seal: Pick<Seal, 'open'>, targetId: number): Promise<string> {
  const { sealed } = await db
    .selectFrom('action_secrets')
    .select('sealed')
    .where('target_id', '=', targetId)
    .executeTakeFirstOrThrow()
  return seal.open(sealed)
}

/**
 * Wipes secrets that devices have, or will not get. After a failure the secret stays: a retry has to send the same one.
 */
export async function wipeUsed(db: Db, targets: readonly Pick<Moved, 'id' | 'state'>[]): Promise<void> {
  const used = targets.filter(({ state }) => state === 'done' || state === 'cancelled').map(({ id }) => id)
  if (used.length === 0) return
  await sql`DELETE FROM action_secrets WHERE target_id = ANY (${used}::bigint[]) AND NOT listed AND ${resolved}`.execute(
    db,
  )
}

/** Wipes all secrets of actions, including those of devices that failed. */
export const wipeSecrets = (db: Db, actionIds: readonly number[]) =>
  sql`
    DELETE FROM action_secrets x USING action_targets t
    WHERE t.action_id = ANY (${[...actionIds]}::bigint[]) AND x.target_id = t.id AND ${resolved}`.execute(db)
