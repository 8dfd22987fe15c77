import type { Hours } from '@longreach/contract/actions/sending-hours'
import { campaignLimits, undoneKinds } from '@longreach/contract/campaigns/constants'
import type { createChangeCampaign } from '@longreach/contract/campaigns/endpoints'
import type { Wave } from '@longreach/contract/campaigns/schemas'
import type { BodyOf } from '@longreach/contract/endpoint'
import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { lacks } from '../../endpoint/lacks.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { Seal } from '../../seal.ts'
import { visibleDevices } from '../devices/details.ts'
import { selectionOfFilter } from '../devices/selection.ts'
import type { CampaignKind, Options } from './hooks.ts'
import { type CampaignRow, optionsOf, type Plan, type Selected } from './store.ts'

type AnyPlan = Omit<BodyOf<typeof createChangeCampaign>, 'kind' | 'content' | 'start' | 'starts_at'>

const refused = (source: string, message: Text) => new Problem('VALIDATION_FAILED', { source, message })

function wavesOf({ waves }: AnyPlan): Wave[] {
  return (waves as unknown as Wave[]).map(({ of, size, failures }, at) => {
    if (of === 'rest') return { of, failures }
    if (size === undefined) throw refused(`waves.${at}.size`, text('forms.required'))
    if (of === 'percent' && size > 100) throw refused(`waves.${at}.size`, text('campaigns.percent'))
    return { of, size, failures }
  })
}

/**
 * The hours of a plan. The database has its own list of time zones: comparing with an unknown one would always fail.
 */
async function hoursOf(db: Db, planned: AnyPlan): Promise<Hours | null> {
  const { limited, hours_from: from = '', hours_to: to = '', hours_zone: zone = '', hours_days: days = [] } = planned
  if (!limited) return null
  if (from === to) throw refused('hours_to', text('actions.hours_empty'))
  const { rows } = await sql`SELECT FROM pg_timezone_names WHERE name = ${zone}`.execute(db)
  if (rows.length === 0) throw refused('hours_zone', text('actions.unknown_zone'))
  return { from, to, zone, days: [...days] }
}

/** The selection stored with a draft; undefined if the caller names no devices. Throws if any is out of reach. */
async function selectionOf(
  call: Pick<Call, 'db' | 'scope' | 'session'>,
  { device_id, filter }: AnyPlan,
): Promise<Selected | undefined> {
  if (device_id && filter) throw refused('device_id', text('actions.one_of_selections'))
  if (device_id) {
    const ids = [...new Set(device_id)]
    const seen = new Set(await visibleDevices(call.db, call.scope, ids))
    const missing = ids.filter((id) => !seen.has(id))
    if (missing.length > 0)
      throw new Problem('NOT_FOUND', {
        errors: missing.map((id) => ({
          code: 'NOT_FOUND',
          message: text('system.not_found'),
          source: String(id),
        })),
      })
    return { device_id: ids }
  }
  if (!filter) return undefined
  await selectionOfFilter(call, filter)
  return { filter }
}

type Caller = Pick<Call, 'db' | 'scope' | 'session'>

/** Throws if the caller may not run the command of the check. */
export function requireCheck(
  { session }: Pick<Caller, 'session'>,
  { check_command }: Pick<Plan, 'check_command'>,
): void {
  if (check_command && !session.permissions.has('execute_device_command'))
    throw lacks(session, 'execute_device_command')
}

/** The plan of a draft, with the `options` of its content. */
async function planOf(
  call: Caller,
  { kind }: CampaignKind,
  planned: AnyPlan,
  options: Options,
  before?: Plan,
): Promise<Plan> {
  const { soak, check_wan = false, check_reports = false } = planned
  const mayCheck = call.session.permissions.has('execute_device_command')
  // A user who may not set it does not see its field.
  const kept = mayCheck ? undefined : before?.check_command
  const check_command = (planned.check_command ?? kept) || null
  if (check_command !== kept) requireCheck(call, { check_command })
  const waves = wavesOf(planned)
  const hours = await hoursOf(call.db, planned)
  const { first, all } = campaignLimits.undone
  const undone = undoneKinds.includes(kind)
    ? { first: planned.undone_first ?? first, all: planned.undone_all ?? all }
    : undefined
  return { waves, soak, check_wan, check_reports, check_command, hours, options, ...(undone && { undone }) }
}

async function plannedValues(call: Caller, kind: CampaignKind, planned: AnyPlan, options: Options, before?: Plan) {
  const plan = await planOf(call, kind, planned, options, before)
  const selection = await selectionOf(call, planned)
  return {
    name: planned.name,
    plan: JSON.stringify(plan),
    ...(selection && { selection: JSON.stringify(selection) }),
  }
}

/** Columns of a draft, with the content that its kind prepares from `request`; `before` is the plan until now. */
export async function draftValues(
  { seal }: { seal: Pick<Seal, 'seal'> },
  call: Caller,
  kind: CampaignKind,
  planned: AnyPlan,
  request: unknown,
  before?: Plan,
) {
  const content = await kind.prepare(call, request)
  return {
    ...(await plannedValues(call, kind, planned, content.options, before)),
    kind: kind.kind,
    arg: content.arg,
    sealed: content.secret === null ? null : seal.seal(content.secret),
    file_id: content.fileId,
    file_name: content.fileName,
    version: content.version,
    size: content.size,
  }
}

/** Columns of a draft that change: the content stays if no other is requested. */
export async function changedValues(
  deps: { seal: Pick<Seal, 'seal'> },
  call: Caller,
  kind: CampaignKind,
  { plan }: Pick<CampaignRow, 'plan'>,
  { content, ...planned }: AnyPlan & { content?: unknown },
): Promise<Awaited<ReturnType<typeof plannedValues>> & { file_name?: string }> {
  return content === undefined
    ? plannedValues(call, kind, planned, optionsOf(plan), plan)
    : draftValues(deps, call, kind, planned, content, plan)
}
