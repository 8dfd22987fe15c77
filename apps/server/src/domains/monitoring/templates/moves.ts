import { text } from '@longreach/contract/i18n'
import { type RawBuilder, sql } from 'kysely'
import type { Bus } from '../../../bus/bus.ts'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import { changedSince, type UndoStep, undoKind } from '../../../endpoint/undo.ts'
import type { CompaniesLosing, CompaniesMoving, MoveLosses } from '../../companies/hooks.ts'
import type { DevicesMoving } from '../../devices/hooks.ts'
import { noteSettings } from '../../devices/link-settings.ts'
import { deviceChanged } from '../../devices/topics.ts'
import { requireFreeParameters } from './assignments.ts'
import { requireCommands } from './data.ts'

interface Unassigned {
  device_id: number
  template_id: number
  period: number
  enabled: boolean
}

const kind = 'monitoring.unassigned'
const resolved = systemScope('row resolved in scope before')

/** Removes templates from devices if they belong neither to the device's company nor to one above it any more. */
async function unassignForeign(db: Db, which: RawBuilder<boolean>): Promise<Unassigned[]> {
  const { rows } = await sql<Unassigned>`
    DELETE FROM device_templates x USING devices d, monitoring_templates t
    WHERE d.id = x.device_id AND t.id = x.template_id AND ${which}
      AND t.company_id <> ALL (ARRAY[d.company_id, coalesce(d.l1_id, 0), coalesce(d.l2_id, 0)]) AND ${resolved}
    RETURNING x.device_id, x.template_id, x.period, x.enabled`.execute(db)
  await noteSettings(db, [...new Set(rows.map(({ device_id }) => device_id))])
  return rows
}

const stepsOf = (unassigned: readonly Unassigned[]): UndoStep[] =>
  unassigned.length === 0 ? [] : [{ kind, state: { unassigned: [...unassigned] } }]

/** Templates stay with their company: a device that moves loses those of its former one. */
export const moveTemplates = (bus: Pick<Bus, 'publish'>): DevicesMoving => ({
  async losses(db, ids, companies) {
    const { rows } = await sql<{ templates: number }>`
      SELECT count(DISTINCT x.template_id)::int AS templates
      FROM device_templates x JOIN monitoring_templates t ON t.id = x.template_id
      WHERE x.device_id = ANY (${[...ids]}::bigint[]) AND t.company_id <> ALL (${[...companies]}::bigint[])
        AND ${resolved}`.execute(db)
    return { templates: rows[0]?.templates ?? 0 }
  },
  async moved(db, ids) {
    const lost = await unassignForeign(db, sql`d.id = ANY (${[...ids]}::bigint[])`)
    return {
      undo: stepsOf(lost),
      publish() {
        for (const id of new Set(lost.map(({ device_id }) => device_id))) bus.publish(deviceChanged, { id })
      },
    }
  },
})

/** Counts templates on the devices that would belong to no company above them any more. */
export const countLostTemplates: CompaniesLosing = async (db, { companyIds, above }) => {
  const { rows } = await sql<Pick<MoveLosses, 'templates' | 'template_devices'>>`
    SELECT count(DISTINCT x.template_id)::int AS templates, count(DISTINCT x.device_id)::int AS template_devices
    FROM devices d JOIN device_templates x ON x.device_id = d.id JOIN monitoring_templates t ON t.id = x.template_id
    WHERE d.company_id = ANY (${[...companyIds]}::bigint[])
      AND t.company_id <> ALL (${[...companyIds, ...above]}::bigint[]) AND ${resolved}`.execute(db)
  return rows[0] ?? {}
}

/** Like `moveTemplates`, for the devices of companies that move. */
export const moveTemplatesOfCompanies: CompaniesMoving = async (db, companyIds) => async () =>
  stepsOf(await unassignForeign(db, sql`d.company_id = ANY (${[...companyIds]}::bigint[])`))

async function runCommands(db: Db, unassigned: readonly Unassigned[]): Promise<boolean> {
  const ids = unassigned.map(({ template_id }) => template_id)
  const { rows } = await sql<{ runs: boolean }>`
    SELECT coalesce(bool_or(t.runs_commands), false) AS runs FROM monitoring_templates t
    WHERE t.id = ANY (${ids}::bigint[]) AND ${resolved}`.execute(db)
  return rows[0]?.runs === true
}

/** Undo: assigns the templates again that a move removed. */
export const restoredTemplates = undoKind<{ unassigned: Unassigned[] }>(
  kind,
  'update_monitoring',
  async ({ db, session }, states) => {
    for (const { unassigned } of states) {
      requireCommands(session, await runCommands(db, unassigned))
      const rows = JSON.stringify(unassigned)
      const { rows: back } = await sql<{ device_id: number }>`
      INSERT INTO device_templates (device_id, template_id, period, enabled)
      SELECT r.device_id, r.template_id, r.period, r.enabled
      FROM jsonb_to_recordset(${rows}::jsonb) AS r (device_id bigint, template_id bigint, period int, enabled boolean)
      JOIN devices d ON d.id = r.device_id
      JOIN monitoring_templates t ON t.id = r.template_id AND t.company_id IN (d.company_id, d.l1_id, d.l2_id)
      WHERE ${resolved} ORDER BY r.device_id, r.template_id
      ON CONFLICT DO NOTHING RETURNING device_id`.execute(db)
      if (back.length < unassigned.length) throw changedSince(text('monitoring.undo_templates'))
      const devices = [...new Set(unassigned.map(({ device_id }) => device_id))]
      await requireFreeParameters(db, devices)
      await noteSettings(db, devices)
    }
  },
)
