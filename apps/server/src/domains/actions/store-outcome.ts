import type { ActionKind } from '@longreach/contract/actions/kinds'
import { type Text, text } from '@longreach/contract/i18n'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { type ActionContext, type ActionHandler, type Concluded, kindOf } from './kinds.ts'
import { type NextState, nextState, type Observation, type Started, statesBefore, stepOf } from './next-state.ts'
import { due, known, link, newCommandId } from './queue-conditions.ts'
import { type Moved, move } from './steps.ts'

interface StartedRow extends Concluded {
  kind: string
  state: Started['state']
  boot: string
  message: string
  boot_now: string | null
  agent_now: string | null
  firmware_now: string | null
  online: boolean
  /** True if its next step may be sent now. */
  due: boolean
}

/** State of the device now, according to its latest link. */
export const now = (row: StartedRow) => ({
  boot: row.boot_now ?? row.boot,
  agent: row.agent_now,
  firmware: row.firmware_now,
})

/**
 * Locks targets that were sent and have not ended, derives each target's outcome from an observation, and writes it.
 */
export async function storeOutcomes(
  context: ActionContext,
  which: RawBuilder<unknown>,
  observe: (row: StartedRow) => Observation,
): Promise<{ moved: Moved[]; unmoved: number[] }> {
  const { kinds } = context
  return context.db.transaction().execute(async (tx) => {
    const { rows: locked } = await sql<{ id: number }>`
      SELECT t.id FROM action_targets t LEFT JOIN device_session s ON s.device_id = t.device_id
      WHERE t.state IN ('sent', 'running') AND ${known(kinds, 't')} AND ${which} AND ${link} ORDER BY t.id FOR UPDATE OF t`.execute(
      tx,
    )
    if (locked.length === 0) return { moved: [], unmoved: [] }
    // Reads the targets after locking them: a statement that waits for a lock sees other tables as they were before.
    const { rows } = await sql<StartedRow>`
      SELECT t.id, t.device_id, t.command_id, t.kind, t.state, t.attempt, t.step, t.boot, t.message, a.arg, s.boot AS boot_now,
        d.agent_version AS agent_now, d.firmware AS firmware_now,
        coalesce(s.open, false) AS online, extract(epoch FROM now() - t.sent_at)::float AS waited, ${due} AS due
      FROM action_targets t JOIN actions a ON a.id = t.action_id
      LEFT JOIN device_session s ON s.device_id = t.device_id LEFT JOIN devices d ON d.id = t.device_id
      WHERE t.id = ANY (${locked.map(({ id }) => id)}::bigint[]) AND ${link} ORDER BY t.id`.execute(tx)
    const moved: Moved[] = []
    const unmoved: number[] = []
    for (const row of rows) {
      const handler = kinds.get(row.kind)
      const kind = handler && kindOf(handler, row.arg)
      const next = kind && (await concluded(tx, handler, row, kind, observe(row)))
      if (next) moved.push(...(await apply({ ...context, db: tx }, row, kind, next)))
      else unmoved.push(row.id)
    }
    return { moved, unmoved }
  })
}

/** The state that follows an observation; the handler may override it. */
async function concluded(
  tx: Db,
  { verify, conclude }: ActionHandler,
  row: StartedRow,
  kind: ActionKind,
  observation: Observation,
): Promise<NextState | undefined> {
  const next = nextState({ ...row, kind }, observation)
  if (!next || (next.state === 'running' && next.step === undefined)) return next
  if (conclude) return conclude(tx, row, next, observation)
  if (!verify || next.state === 'failed') return next
  const message = await verify(tx, row, row.step)
  return message === undefined ? next : { state: 'failed', message }
}

/** Returns a target to the queue, to be sent again from a step. */
const again = (id: number, step: number, message: Text) =>
  sql`UPDATE action_targets t SET state = 'queued', step = ${step}, command_id = NULL, message = ${message}
      WHERE id = ${id} AND state = ANY (${statesBefore('queued')}::text[]) AND ${link}`

function apply(context: ActionContext, row: StartedRow, kind: ActionKind, next: NextState): Promise<Moved[]> {
  const { state, message, step, exit = null, output = null, unknown = false } = next
  const goesOn = context.kinds.get(row.kind)?.stepsOf !== undefined
  // The hours have ended or the action was paused: it starts again later, or continues where its steps are its own.
  // Devices still have what the first steps brought them.
  if (step !== undefined && !row.due && !stepOf(kind, step).urgent)
    return move(context, again(row.id, goesOn ? step : 1, text('actions.waiting_hours')))
  if (state === 'queued') return move(context, again(row.id, 1, message))
  const { answers } = stepOf(kind, step ?? row.step)
  // The next step is sent like a retry: immediately and under a new id.
  const advance =
    step === undefined
      ? sql``
      : sql`step = ${step}, boot = ${now(row).boot}, sent_at = now(), lease_until = now(),
          command_id = ${newCommandId(sql`${String(step)} || '_'`)},
          due_at = now() + (${answers} + (SELECT a.seconds FROM actions a WHERE a.id = t.action_id)) * interval '1 second',`
  return move(
    context,
    sql`UPDATE action_targets t SET state = ${state}, ${advance} message = ${message}, exit_code = ${exit}, output = ${output}, outcome_unknown = ${unknown},
          finished_at = ${state === 'running' ? sql`NULL` : sql`now()`}
        WHERE id = ${row.id} AND state = ANY (${statesBefore(state)}::text[]) AND ${link}`,
  )
}
