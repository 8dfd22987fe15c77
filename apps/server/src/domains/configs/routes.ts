import {
  adoptConfigurations,
  compareConfigVersions,
  configureDevices,
  configureWithoutReturn,
  downloadConfigVersion,
  getConfigVersion,
  ignoreDrift,
  listConfigVersions,
  listDeviceConfigs,
  overwriteConfigurations,
  previewConfiguration,
  restoreConfigVersion,
} from '@longreach/contract/configs/endpoints'
import { countUnread, findKnownSettings } from '@longreach/contract/configs/known-endpoints'
import { listConfigLogs, listConfigLogsOfAction } from '@longreach/contract/configs/log-endpoints'
import { text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { attachment } from '../../endpoint/attachment.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { findChosen } from '../actions/start.ts'
import { requireDevice } from '../devices/details.ts'
import { selectionOfFilter } from '../devices/selection.ts'
import { configLogList, presentLog, requireConfigured } from './api/call-log.ts'
import { type ApplyDeps, applyPlanned } from './apply.ts'
import { differenceOf } from './difference.ts'
import { adopt, deviceConfigList, ignore, lockDrifted, presentDeviceConfig } from './drifted-list.ts'
import { findKnown } from './known-settings.ts'
import { planRequest, planRestores, presentPlan } from './plan.ts'
import { linesOf } from './shown-lines.ts'
import { requireTemplate } from './tag-action.ts'
import { readCalls } from './templates.ts'
import { countNeverRead } from './unread.ts'
import { findVersion, presentVersion, readStored, versionList } from './versions.ts'

function changeRoutes(deps: ApplyDeps): Route[] {
  return [
    route(previewConfiguration, async (call) => {
      const planned = await planRequest(deps, call as never, call.body)
      return { data: presentPlan(planned, call.body.calls) }
    }),
    route(findKnownSettings, async (call) => ({ data: await findKnown(deps, call as never, call.body) })),
    route(configureDevices, async (call) => {
      const { seconds, expires_in, ...request } = call.body
      const planned = await planRequest(deps, call as never, request)
      return applyPlanned(deps, call as never, planned, { reason: 'apply', seconds, expires_in })
    }),
    route(configureWithoutReturn, async (call) => {
      const { expires_in, template_id, calls = [], ...request } = call.body
      const { id } = call.params
      await requireDevice(call.db, call.scope, id)
      const template = template_id === undefined ? undefined : await requireTemplate(call, template_id, 'template_id')
      const planned = await planRequest(deps, call as never, {
        ...request,
        device_id: [id],
        calls: template ? readCalls(deps.seal.open(template.sealed)) : calls,
        min_firmware: template?.min_firmware,
        max_firmware: template?.max_firmware,
      })
      return applyPlanned(deps, call as never, planned, { reason: 'apply', seconds: 0, expires_in })
    }),
  ]
}

function logRoutes(): Route[] {
  return [
    route(listConfigLogs, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      const { page, ...meta } = await configLogList.page(db, { scope, deviceId: params.id }, query)
      return { data: page.map(presentLog), meta }
    }),
    route(listConfigLogsOfAction, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      const within = { scope, deviceId: params.id, actionId: params.action_name }
      await requireConfigured(db, within)
      const { page, ...meta } = await configLogList.page(db, within, query)
      return { data: page.map(presentLog), meta }
    }),
  ]
}

async function requireVersion({ db, scope }: Pick<Call, 'db' | 'scope'>, id: number, source?: string) {
  const version = await findVersion(db, scope, id)
  if (!version) throw notFound(source)
  return version
}

function versionRoutes(deps: ApplyDeps): Route[] {
  const { blobs } = deps
  return [
    route(listConfigVersions, async ({ db, scope, query }) => {
      const { page, ...meta } = await versionList.page(db, scope, query)
      return { data: page.map(presentVersion), meta }
    }),
    route(getConfigVersion, async ({ db, scope, params }) => {
      const row = await versionList.find(db, scope, params.id)
      if (!row) throw notFound()
      const lines = linesOf(await readStored(db, blobs, row))
      return { data: { ...presentVersion(row), text: lines.map(({ shown }) => shown).join('\n') } }
    }),
    route(compareConfigVersions, async (call) => {
      const to = await requireVersion(call, call.params.id)
      const from = await requireVersion(call, call.params.from, 'from')
      if (from.device_id !== to.device_id)
        throw new Problem('VALIDATION_FAILED', { source: 'from', message: text('configs.other_device') })
      const [before, after] = [await readStored(call.db, blobs, from), await readStored(call.db, blobs, to)]
      return { data: differenceOf(linesOf(before), linesOf(after)) }
    }),
    route(downloadConfigVersion, async (call) => {
      const version = await requireVersion(call, call.params.id)
      const { id, device_name: name, serial, seq, system } = version
      call.audit({ target: 'config_version', targetId: id, name, company: version, after: { version: seq } })
      call.reply.header('content-type', 'application/octet-stream')
      const ending = system === 'uci' ? 'txt' : 'tar'
      call.reply.header('content-disposition', attachment(`config-${serial}-${seq}.${ending}`))
      return { data: (await blobs.read(call.db, version.blob_id)) as never }
    }),
    route(restoreConfigVersion, async (call) => {
      const version = await requireVersion(call, call.params.id)
      const after = await readStored(call.db, blobs, version)
      const chosen = { device_id: [version.device_id] }
      const planned = await planRestores(deps, call as never, chosen, async () => after)
      return applyPlanned(deps, call as never, planned, { reason: 'roll_back', ...call.body })
    }),
  ]
}

interface Chosen {
  device_id?: number[] | undefined
  filter?: Record<string, unknown> | undefined
}

/** Devices of a call whose configuration is not the intended one, locked. */
async function chosenDrifted(
  call: Pick<Call, 'db' | 'scope' | 'session'>,
  { device_id, filter }: Chosen,
  { changes, unread }: { changes: boolean; unread: boolean },
) {
  const selection = filter && (await selectionOfFilter(call, filter))
  const { found, errors } = await findChosen(call.db, call.scope, { device_id, filter: selection })
  if (found.length === 0 && errors.length > 0) throw new Problem('NOT_FOUND', { errors })
  const drifted = await lockDrifted(
    call.db,
    call.scope,
    found.map(({ id }) => id),
    { changes },
  )
  if (drifted.length === 0) throw new Problem('CONFLICT', { message: text('configs.nothing_changes') })
  if (unread) return { drifted, errors }
  const [left, known] = [drifted.filter((one) => one.unread), drifted.filter((one) => !one.unread)]
  const changed = left.map(({ id, name }) => ({
    code: 'NOT_READ',
    message: text('configs.not_read', { name }),
    source: String(id),
  }))
  if (known.length === 0) throw new Problem('CONFLICT', { errors: changed })
  return { drifted: known, errors: [...errors, ...changed] }
}

/** A call that accepts the present configuration of devices; `unread`: even where it is unknown. */
function accept(
  { emit }: Pick<ApplyDeps, 'emit'>,
  unread: boolean,
  change: (db: Db, ids: readonly number[]) => Promise<unknown>,
) {
  return async (call: Call & { body: Chosen }) => {
    const { drifted, errors } = await chosenDrifted(call, call.body, { changes: true, unread })
    const ids = drifted.map(({ id }) => id)
    await change(call.db, ids)
    const events = drifted.map(({ id, company_id }) => ({ device_id: id, company_id }))
    await emit(call.db, ...events.map((data) => ({ type: 'device.config_state' as const, data })))
    for (const { id, name, ...company } of drifted) call.audit({ target: 'device', targetId: id, name, company })
    return { data: ids, errors }
  }
}

function driftRoutes(deps: ApplyDeps): Route[] {
  return [
    route(listDeviceConfigs, async ({ db, scope, query }) => {
      const { page, ...meta } = await deviceConfigList.page(db, scope, query)
      return { data: page.map(presentDeviceConfig), meta }
    }),
    route(countUnread, async ({ db, scope }) => ({ data: await countNeverRead(db, scope) })),
    route(adoptConfigurations, (call) => accept(deps, false, adopt)(call as never)),
    route(ignoreDrift, (call) => accept(deps, true, ignore)(call as never)),
    route(overwriteConfigurations, async (call) => {
      const { seconds, expires_in, ...chosen } = call.body
      const { drifted, errors } = await chosenDrifted(call as never, chosen, { changes: false, unread: false })
      const intended = new Map(drifted.map(({ id, intended_id }) => [id, intended_id]))
      const device_id = [...intended.keys()]
      const planned = await planRestores(deps, call as never, { device_id }, async ({ id }) =>
        readStored(call.db, deps.blobs, await requireVersion(call as never, intended.get(id) ?? 0)),
      )
      const all = { ...planned, errors: [...errors, ...planned.errors] }
      return applyPlanned(deps, call as never, all, { reason: 'roll_back', seconds, expires_in })
    }),
  ]
}

export const configRoutes = (deps: ApplyDeps): Route[] => [
  ...changeRoutes(deps),
  ...logRoutes(),
  ...versionRoutes(deps),
  ...driftRoutes(deps),
]
