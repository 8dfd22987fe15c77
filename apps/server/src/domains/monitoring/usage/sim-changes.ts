import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Placement, type Scope } from '../../../db/scope.ts'
import { notFound } from '../../../endpoint/problem.ts'
import type { Call } from '../../../endpoint/route.ts'
import { changedSince, type UndoKind, type UndoStep, undoKind } from '../../../endpoint/undo.ts'
import { writeDeviceLogs } from '../../devices/logs.ts'
import { bytesText } from '../bytes-text.ts'
import type { SimLimitsSet } from '../hooks.ts'
import type { SimPlace } from './data-usage.ts'
import { type Sim, type SimValues, setSimValues } from './sim-limits.ts'
import { nameOfSim } from './sim-name.ts'
import { hasLeft } from './sim-slots.ts'

/** A locked SIM with the device that has it. */
export interface LockedSim extends Sim, Placement {
  device: (SimPlace & { id: number; name: string; serial: string }) | null
}

/** Locks the devices of SIMs in reach, then the SIMs. */
export async function lockSims(db: Db, scope: Scope, ids: readonly number[]): Promise<LockedSim[]> {
  await sql`
    SELECT d.id FROM devices d
    WHERE d.id IN (SELECT p.device_id FROM sim_slots p WHERE p.sim_id = ANY (${[...ids]}::bigint[])) AND ${inScope(scope, 'd')}
    ORDER BY d.id FOR NO KEY UPDATE OF d`.execute(db)
  await sql`
    SELECT s.id FROM sims s WHERE s.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 's')}
    ORDER BY s.id FOR NO KEY UPDATE OF s`.execute(db)
  const { rows } = await sql<LockedSim>`
    SELECT s.id, s.iccid, s.company_id, s.l1_id, s.l2_id, s.data_limit, s.billing_day, s.zone, (
      SELECT json_build_object('id', d.id, 'name', d.name, 'serial', d.serial, 'modem', p.modem, 'sim', p.slot)
      FROM sim_slots p JOIN devices d ON d.id = p.device_id
      WHERE p.sim_id = s.id AND NOT ${hasLeft} AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}
      ORDER BY p.seen_at DESC, d.id LIMIT 1
    ) AS device
    FROM sims s WHERE s.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 's')} ORDER BY s.id`.execute(db)
  return rows
}

/** Name of a SIM in sentences: its ICCID, or else its slot. */
export function nameOf({ iccid, device }: Pick<LockedSim, 'iccid' | 'device'>) {
  if (iccid !== null) return text('monitoring.sim_iccid', { iccid })
  return device
    ? text('monitoring.sim_in', { sim: nameOfSim(device), name: device.name })
    : text('monitoring.sim_unknown')
}

/** The values as the audit log shows them. */
export const audited = ({ data_limit, billing_day }: SimValues) => ({
  data_limit: data_limit === null ? text('monitoring.no_limit') : bytesText(data_limit),
  billing_day,
})

export const sameValues = (one: SimValues, other: SimValues) =>
  one.data_limit === other.data_limit && one.billing_day === other.billing_day && one.zone === other.zone

const kind = 'monitoring.sim_limits'

interface ChangedSim {
  sim: number
  before: SimValues
  after: SimValues
}

const valuesOf = ({ data_limit, billing_day, zone }: SimValues): SimValues => ({ data_limit, billing_day, zone })

/** Undo steps of a change. */
export const simSteps = (changed: readonly LockedSim[], change: Partial<SimValues>): UndoStep[] =>
  changed.map((sim) => ({
    kind,
    state: { sim: sim.id, before: valuesOf(sim), after: valuesOf({ ...sim, ...change }) } satisfies ChangedSim,
  }))

type ChangeCall = Pick<Call, 'db' | 'session' | 'ip' | 'userAgent'>

/** Stores values for locked SIMs, with lines in the logs of their devices. Returns those that changed, as they were. */
export async function changeSims(
  call: ChangeCall,
  sims: readonly LockedSim[],
  change: Partial<SimValues>,
  limitsSet: readonly SimLimitsSet[],
): Promise<LockedSim[]> {
  const { db, session, ip, userAgent } = call
  const changed = sims.filter((sim) => !sameValues(sim, { ...sim, ...change }))
  if (changed.length === 0) return changed
  const ids = changed.map(({ id }) => id)
  await setSimValues(db, ids, change)
  for (const handle of limitsSet) await handle(db, ids)
  await writeDeviceLogs(
    db,
    changed.flatMap(({ device, ...company }) =>
      device
        ? {
            type: 'change' as const,
            status: true,
            deviceId: device.id,
            company,
            serial: device.serial,
            userId: session.userId,
            username: session.username,
            ip,
            userAgent,
            log: text('monitoring.log_edited', { sim: nameOfSim(device) }),
          }
        : [],
    ),
  )
  return changed
}

/** Undo: restores the values of SIMs. */
export const changedSims = (limitsSet: readonly SimLimitsSet[]): UndoKind =>
  undoKind<ChangedSim>(kind, 'update_devices', async (call, states) => {
    const ids = states.map(({ sim }) => sim)
    const locked = new Map((await lockSims(call.db, call.scope, ids)).map((sim) => [sim.id, sim]))
    for (const { sim: id, before, after } of states) {
      const sim = locked.get(id)
      if (!sim) throw notFound()
      if (!sameValues(sim, after)) throw changedSince(text('monitoring.undo_sim', { name: nameOf(sim) }))
      await changeSims(call, [sim], before, limitsSet)
    }
  })
