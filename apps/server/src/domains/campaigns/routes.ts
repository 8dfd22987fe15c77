import { finishedStates } from '@longreach/contract/campaigns/constants'
import {
  cancelCampaign,
  createCampaign,
  createChangeCampaign,
  deleteCampaign,
  exportCampaignDevices,
  getCampaign,
  listCampaignDevices,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
  retryCampaignDevices,
  skipCampaignDevices,
  startCampaign,
  updateCampaign,
  updateChangeCampaign,
} from '@longreach/contract/campaigns/endpoints'
import { type TextKey, text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { missingRows } from '../../endpoint/selection.ts'
import { requireAny } from '../actions/start.ts'
import { handlerOf } from '../actions/start-call.ts'
import type { Moved } from '../actions/steps.ts'
import { publishSteps } from '../actions/steps.ts'
import { actionsQueued } from '../devices/topics.ts'
import { bytesSent } from './bytes.ts'
import { cancelRest, findDevices, lockFailed, lockUnsent, pause, resume, retryDevices, skipDevices } from './change.ts'
import { changedValues, draftValues, requireCheck } from './draft.ts'
import type { CampaignKind } from './hooks.ts'
import { presentCampaign, presentDetails, presentDevice } from './present.ts'
import { broughtBy, fixDevices } from './roll-out.ts'
import { restoreSecrets, wipedSecrets } from './secrets.ts'
import type { CampaignDeps } from './settle.ts'
import {
  type CampaignRow,
  campaignDeviceList,
  campaignList,
  changeCampaign,
  countDevices,
  countFailedChecks,
  countWaitingOffline,
  findWaves,
  lockCampaign,
  removeCampaign,
} from './store.ts'

const conflict = (message: TextKey) => new Problem('CONFLICT', { message: text(message) })

const isFinished = ({ state }: CampaignRow) => (finishedStates as readonly string[]).includes(state)

/** Locks the campaign of a call. Throws if it is out of reach. */
async function requireCampaign({ db, scope }: Pick<Call, 'db' | 'scope'>, id: number): Promise<CampaignRow> {
  const campaign = await lockCampaign(db, scope, id)
  if (!campaign) throw notFound()
  return campaign
}

const auditOf = ({ id, name, ...company }: CampaignRow) => ({ target: 'campaign', targetId: id, name, company })

/** Throws if the kind cannot be rolled out, or the caller may not start its action. */
function requireKind({ actions, kinds }: CampaignDeps, { session }: Pick<Call, 'session'>, name: string): CampaignKind {
  const kind = kinds().find((one) => one.kind === name)
  if (!kind) throw new Problem('VALIDATION_FAILED', { source: 'kind', message: text('campaigns.no_such_kind') })
  if (!session.permissions.has(handlerOf(actions(), kind.action).kind.permission)) throw new Problem('FORBIDDEN')
  return kind
}

type Values = Awaited<ReturnType<typeof draftValues>>

/** Adds a draft, and starts it unless it is to remain one. */
async function add(deps: CampaignDeps, call: Call, values: Values, body: StartBody & { name: string }) {
  const { db, scope, session, audit } = call
  if (!values.selection)
    throw new Problem('VALIDATION_FAILED', { source: 'device_id', message: text('campaigns.no_selection') })
  const { company_id, userId: user_id, actorId: actor_id, username } = session
  const { id } = await db
    .insertInto('campaigns')
    .values({ ...values, company_id, user_id, actor_id, username })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { start: when, starts_at: _, ...planned } = body
  audit({ target: 'campaign', targetId: id, name: body.name, company: session, after: planned })
  const campaign = when === 'draft' ? undefined : await lockCampaign(db, scope, id)
  if (campaign) await start(deps, call, campaign, startOf(body))
  return { data: { id } }
}

function draftRoutes(deps: CampaignDeps): Route[] {
  return [
    route(createCampaign, async (call) => {
      const kind = requireKind(deps, call as never, 'update_firmware')
      const values = await draftValues(deps, call as never, kind, call.body, call.body)
      return add(deps, call as never, values, call.body)
    }),
    route(createChangeCampaign, async (call) => {
      const { kind: name, content, ...planned } = call.body
      if (name === 'update_firmware')
        throw new Problem('VALIDATION_FAILED', { source: 'kind', message: text('campaigns.kind_firmware') })
      const kind = requireKind(deps, call as never, name)
      const values = await draftValues(deps, call as never, kind, planned, content)
      // The content may contain secrets.
      return add(deps, call as never, values, { ...planned, kind: name, brings: values.file_name } as never)
    }),
    route(updateCampaign, async (call) => {
      const { db, params, body, audit } = call
      const campaign = await requireCampaign(call as never, params.id)
      if (campaign.state !== 'draft') throw conflict('campaigns.not_draft')
      if (campaign.kind !== 'update_firmware') throw conflict('campaigns.other_kind')
      const kind = requireKind(deps, call as never, campaign.kind)
      const { name, plan } = campaign
      const values = await draftValues(deps, call as never, kind, body, body, plan)
      await changeCampaign(db, campaign.id, values as never)
      audit({ ...auditOf(campaign), before: { name, ...plan }, after: body })
      return { data: {} }
    }),
    route(updateChangeCampaign, async (call) => {
      const { db, params, body, audit } = call
      const campaign = await requireCampaign(call as never, params.id)
      if (campaign.state !== 'draft') throw conflict('campaigns.not_draft')
      if (campaign.kind === 'update_firmware') throw conflict('campaigns.other_kind')
      const kind = requireKind(deps, call as never, campaign.kind)
      const values = await changedValues(deps, call as never, kind, campaign, body)
      await changeCampaign(db, campaign.id, values as never)
      const { name, plan, file_name } = campaign
      // The content may contain secrets.
      const { content: _, ...planned } = body
      const { file_name: brings = file_name } = values
      audit({
        ...auditOf(campaign),
        before: { name, ...plan, brings: file_name },
        after: { ...planned, brings },
      })
      return { data: {} }
    }),
    route(deleteCampaign, async (call) => {
      const campaign = await requireCampaign(call as never, call.params.id)
      if (campaign.state !== 'draft' && campaign.ended_at === null) throw conflict('campaigns.not_ended')
      await removeCampaign(call.db, campaign.id)
      call.audit(auditOf(campaign))
      return { data: {} }
    }),
    route(startCampaign, async (call) => {
      const campaign = await requireCampaign(call as never, call.params.id)
      if (campaign.state !== 'draft') throw conflict('campaigns.not_draft')
      return { data: await start(deps, call as never, campaign, startOf(call.body)) }
    }),
  ]
}

interface StartBody {
  start: string
  starts_at?: Date | undefined
}

/** Requested time of the start; null for now. */
const startOf = ({ start, starts_at }: StartBody): Date | null => (start === 'later' ? (starts_at ?? null) : null)

/** Fixes the devices of a draft and starts it, now or at a time. */
async function start(deps: CampaignDeps, call: Call, campaign: CampaignRow, startsAt: Date | null) {
  const { db, session } = call
  const now = new Date()
  if (startsAt && startsAt <= now)
    throw new Problem('VALIDATION_FAILED', { source: 'starts_at', message: text('campaigns.starts_in_past') })
  const kind = requireKind(deps, call, campaign.kind)
  requireCheck(call, campaign.plan)
  const brought = broughtBy(deps.seal, campaign)
  await kind.check(call, brought)
  const { device_id, filter } = campaign.selection ?? {}
  const { devices, errors } = await kind.choose(call, brought, { device_id, filter })
  requireAny(devices, errors)
  // A filter may match any devices: those of other models are left out without an error.
  const unmeant = ['NOT_FOUND', ...(filter ? ['UNSUPPORTED_MODEL', 'OTHER_MODEL'] : [])]
  const leftOut = errors.flatMap(({ code, source, message }) =>
    unmeant.includes(code) ? [] : [{ id: Number(source), message }],
  )
  await fixDevices(db, campaign, devices, leftOut)
  await changeCampaign(db, campaign.id, {
    user_id: session.userId,
    actor_id: session.actorId,
    username: session.username,
    ...(startsAt ? { state: 'scheduled', starts_at: startsAt } : { state: 'running', started_at: now }),
  })
  call.audit({ ...auditOf(campaign), after: { count: devices.length, starts_at: startsAt } })
  return { devices: devices.length, left_out: leftOut.length }
}

/** Routes that change what is queued or running. */
function runningRoutes(deps: CampaignDeps): Route[] {
  const contextOf = (db: Db) => ({ db, kinds: deps.actions(), emit: deps.emit })
  const publish = ({ after }: Pick<Call, 'after'>, moved: readonly Moved[]) =>
    after(() => {
      publishSteps(deps.bus, moved)
      deps.bus.publish(actionsQueued, {})
    })
  return [
    route(pauseCampaign, async (call) => {
      const campaign = await requireCampaign(call as never, call.params.id)
      if (campaign.state !== 'running') throw conflict('campaigns.not_running')
      await pause(call.db, campaign)
      call.audit(auditOf(campaign))
      return { data: {} }
    }),
    route(resumeCampaign, async (call) => {
      const { db, session, params, body } = call
      const campaign = await requireCampaign(call as never, params.id)
      if (campaign.state !== 'paused' && campaign.state !== 'halted') throw conflict('campaigns.not_stopped')
      requireCheck(call as never, campaign.plan)
      if (campaign.state === 'halted' && !body.reason)
        throw new Problem('VALIDATION_FAILED', { source: 'reason', message: text('campaigns.resume_reason') })
      await resume(db, campaign, session)
      call.audit({ ...auditOf(campaign), before: { reason: campaign.reason }, after: { reason: body.reason ?? null } })
      publish(call as never, [])
      return { data: {} }
    }),
    route(cancelCampaign, async (call) => {
      const { db, session, params } = call
      const campaign = await requireCampaign(call as never, params.id)
      if (campaign.state === 'draft' || isFinished(campaign)) throw conflict('campaigns.already_ended')
      publish(call as never, await cancelRest(contextOf(db), campaign, session.username))
      call.audit(auditOf(campaign))
      return { data: {} }
    }),
    route(skipCampaignDevices, async (call) => {
      const { db, scope, session, params, body } = call
      const campaign = await requireCampaign(call as never, params.id)
      if (isFinished(campaign)) throw conflict('campaigns.already_ended')
      const all = body.device_id ? await findDevices(db, scope, campaign.id, body.device_id) : []
      const errors = body.device_id ? missingRows(body.device_id, all) : []
      if (body.device_id && all.length === 0) throw new Problem('NOT_FOUND', { errors })
      const devices = await lockUnsent(db, scope, campaign.id, body.device_id)
      const { ended, moved } = await skipDevices(contextOf(db), campaign.id, devices, session.username)
      if (ended.length === 0) throw conflict(body.device_id ? 'campaigns.none_waiting' : 'campaigns.none_offline')
      call.audit({ ...auditOf(campaign), after: { devices: ended } })
      publish(call as never, moved)
      return { data: { skipped: ended.length }, errors }
    }),
    route(retryCampaignDevices, async (call) => {
      const { db, scope, session, params, body } = call
      const campaign = await requireCampaign(call as never, params.id)
      if (campaign.state === 'draft' || campaign.state === 'cancelled') throw conflict('campaigns.not_running')
      const all = body.device_id ? await findDevices(db, scope, campaign.id, body.device_id) : []
      const errors = body.device_id ? missingRows(body.device_id, all) : []
      if (body.device_id && all.length === 0) throw new Problem('NOT_FOUND', { errors })
      const devices = await lockFailed(db, scope, campaign.id, body.device_id)
      if (devices.length === 0) throw conflict('campaigns.none_failed')
      await restoreSecrets(deps, db, campaign, devices, body.variables)
      const moved = await retryDevices(contextOf(db), campaign, devices, session.userId)
      call.audit({ ...auditOf(campaign), after: { devices: devices.map(({ device_id }) => device_id) } })
      publish(call as never, moved)
      return { data: { retried: devices.length }, errors }
    }),
  ]
}

function readRoutes({ kinds }: Pick<CampaignDeps, 'kinds'>): Route[] {
  return [
    route(listCampaigns, async ({ db, scope, query }) => {
      const { page, total } = await campaignList.page(db, scope, query)
      return { data: page.map(presentCampaign), meta: { total } }
    }),
    route(getCampaign, async ({ db, scope, params: { id } }) => {
      const row = await campaignList.find(db, scope, id)
      if (!row) throw notFound()
      const started = await findWaves(db, id)
      const counted = await countDevices(db, scope, id)
      const failed = await countFailedChecks(db, scope, id)
      const waitingOffline = await countWaitingOffline(db, scope, id)
      const sent = await bytesSent(db, scope, id)
      const secretsWiped = wipedSecrets(kinds(), row)
      return { data: presentDetails(row, { started, counted, failed, waitingOffline, bytesSent: sent, secretsWiped }) }
    }),
    route(listCampaignDevices, async ({ db, scope, query }) => {
      const { page, total } = await campaignDeviceList.page(db, scope, query)
      return { data: page.map(presentDevice), meta: { total } }
    }),
    exportRoute(exportCampaignDevices, ({ db, scope, query }) =>
      byIds(
        (most) => campaignDeviceList.ids(db, scope, query, most),
        async (id) =>
          (await campaignDeviceList.rows(db, scope, { ...query, id }, { limit: id.length, offset: 0 })).map(
            presentDevice,
          ),
      ),
    ),
  ]
}

export const campaignRoutes = (deps: CampaignDeps): Route[] => [
  ...draftRoutes(deps),
  ...runningRoutes(deps),
  ...readRoutes(deps),
]
