import {
  cancelActions,
  executeAction,
  executeCommand,
  executeCommands,
  repeatAction,
  retryAction,
  setOutput,
} from '@longreach/contract/actions/endpoints'
import type { ActionKindName } from '@longreach/contract/actions/kinds'
import { outputArgument } from '@longreach/contract/actions/outputs'
import {
  exportOutputs,
  exportResults,
  getAction,
  getActionTarget,
  getOutput,
  getOutputs,
  listActionLogs,
  listActions,
  listPendingActions,
  listResults,
  listTagActionLog,
} from '@longreach/contract/actions/read-endpoints'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import type { Db } from '../../db/client.ts'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { lacks } from '../../endpoint/lacks.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import { requireDevice, visibleDevices } from '../devices/details.ts'
import { actionsQueued } from '../devices/topics.ts'
import { cancel, lockRetries, lockTargets, retry } from './cancel-retry.ts'
import type { ActionContext, ActionKinds } from './kinds.ts'
import { findActionLogs } from './logs.ts'
import { sendOutputs } from './output-file.ts'
import { allOutputs, readOutput, readOutputs } from './output-groups.ts'
import {
  findAction,
  findActions,
  findPending,
  findRequest,
  findResults,
  findTarget,
  findTargets,
  resultList,
} from './read.ts'
import { type ActionDeps, auditDevices, handlerOf, startCall } from './start-call.ts'
import { publishSteps } from './steps.ts'
import { requireOutput } from './switch-output.ts'
import { presentTagLog, tagActionLogList } from './tag-log.ts'

function startRoutes(deps: ActionDeps): Route[] {
  return [
    route(executeAction, (call) => {
      const { action: kind, expires_in: waits, ...chosen } = call.body
      return startCall(deps, call as never, chosen, { kind, arg: null, waits })
    }),
    route(executeCommand, (call) => {
      const { command: arg, seconds } = call.body
      return startCall(deps, call as never, { device_id: [call.params.id] }, { kind: 'command', arg, seconds })
    }),
    route(executeCommands, (call) => {
      const { command: arg, seconds, expires_in: waits, ...chosen } = call.body
      return startCall(deps, call as never, chosen, { kind: 'command', arg, seconds, waits })
    }),
    route(setOutput, async (call) => {
      const { db, scope, params, body } = call
      await requireDevice(db, scope, params.id)
      await requireOutput(db, params.id, body.output)
      const arg = outputArgument(body.output, body.on)
      return startCall(deps, call as never, { device_id: [params.id] }, { kind: 'set_output', arg })
    }),
    route(repeatAction, async (call) => {
      const { db, session, body } = call
      const request = await findRequest(db, session, body.action_id)
      if (!request) throw notFound('action_id')
      const { kind, device_id, ...rest } = request
      return startCall(deps, call as never, { device_id }, { ...rest, kind: kind as ActionKindName })
    }),
  ]
}

/** Title of a kind; its name if the kind no longer exists. */
const titleOf = (kinds: ActionKinds, name = ''): string => {
  const handler = kinds.get(name)
  return handler ? text(handler.kind.title) : name
}

const missing = (id: number): ErrorItem => ({
  code: 'NOT_FOUND',
  message: text('system.not_found'),
  source: String(id),
})
const conflict = (id: number, message: Text): ErrorItem => ({ code: 'CONFLICT', message, source: String(id) })

function changeRoutes({ bus, kinds, emit }: ActionDeps): Route[] {
  const contextOf = (db: Db): ActionContext => ({ db, kinds, emit })
  return [
    route(cancelActions, async (call) => {
      const { db, scope, body, session } = call
      if (body.action_id !== undefined && !(await findAction(db, session, body.action_id))) throw notFound('action_id')
      const targets = await lockTargets(db, scope, body)
      const found = new Set(targets.map(({ id }) => id))
      const errors = (body.job_id ?? []).filter((id) => !found.has(id)).map(missing)
      if (body.device_id?.length) {
        const seen = new Set(await visibleDevices(db, scope, body.device_id))
        errors.push(...body.device_id.filter((id) => !seen.has(id)).map(missing))
      }
      const waiting = targets.filter(({ state }) => state === 'queued')
      for (const { id, state } of targets) {
        if (state !== 'queued') errors.push(conflict(id, text('actions.too_late', { state })))
      }
      if (waiting.length === 0 && errors.length > 0)
        throw new Problem(errors.every(({ code }) => code === 'NOT_FOUND') ? 'NOT_FOUND' : 'CONFLICT', { errors })
      const moved = await cancel(
        contextOf(db),
        waiting.map(({ id }) => id),
        text('actions.cancelled_by', { username: session.username }),
      )
      for (const [actionId, rows] of Map.groupBy(moved, (row) => row.action_id))
        auditDevices(call, { id: actionId, title: titleOf(kinds, rows[0]?.kind) }, rows, { cancelled: true })
      call.after(() => publishSteps(bus, moved))
      return { data: { cancelled: moved.length }, errors }
    }),
    route(retryAction, async (call) => {
      const { db, scope, body, session } = call
      const action = await findAction(db, session, body.action_id)
      if (!action) throw notFound('action_id')
      const handler = handlerOf(kinds, action.kind)
      if (!session.permissions.has(handler.kind.permission)) throw lacks(session, handler.kind.permission)
      await handler.limit?.(session.userId)
      const targets = await lockRetries(db, scope, body.action_id, body.job_id)
      const errors = (body.job_id ?? []).filter((id) => !targets.some((target) => target.id === id)).map(missing)
      for (const { id, state, gone } of targets) {
        if (gone) errors.push(conflict(id, text('actions.device_deleted')))
        else if (state !== 'failed' && state !== 'expired')
          errors.push(conflict(id, text('actions.not_failed', { state })))
      }
      const failed = new Set(errors.map(({ source }) => source))
      const again = targets.filter(({ id }) => !failed.has(String(id)))
      if (again.length === 0)
        throw errors.length > 0
          ? new Problem(errors.every(({ code }) => code === 'NOT_FOUND') ? 'NOT_FOUND' : 'CONFLICT', { errors })
          : new Problem('CONFLICT', { message: text('actions.none_failed') })
      const moved = await retry(
        contextOf(db),
        session.userId,
        again.map(({ id }) => id),
      )
      auditDevices(call, { id: body.action_id, title: text(handler.kind.title) }, moved, { retried: true })
      call.after(() => {
        publishSteps(bus, moved)
        bus.publish(actionsQueued, { deviceIds: moved.map((row) => row.device_id) })
      })
      return {
        data: { retried: moved.length },
        meta: action.channel === null ? {} : { channel: action.channel },
        errors,
      }
    }),
  ]
}

function readRoutes(): Route[] {
  return [
    route(listActions, ({ db, scope, session, query }) => findActions(db, { ...session, scope }, query)),
    route(getAction, async ({ db, scope, session, params, query }) => {
      const action = await findAction(db, session, params.id)
      if (!action) throw notFound()
      const { targets, total } = await findTargets(db, scope, params.id, query)
      return { data: { ...action, targets }, meta: { total } }
    }),
    route(getActionTarget, async ({ db, session, params }) => {
      const target = await findTarget(db, session, params.id)
      if (!target) throw notFound()
      return { data: target }
    }),
    route(getOutputs, async ({ db, session, params }) => {
      const action = await findAction(db, session, params.id)
      if (!action) throw notFound()
      return { data: await readOutputs(db, session, action) }
    }),
    route(getOutput, async ({ db, session, params }) => {
      const action = await findAction(db, session, params.id)
      const output = action && (await readOutput(db, session, action, params.group))
      if (!output) throw notFound()
      return { data: output }
    }),
    route(exportOutputs, async ({ db, session, params, reply }) => {
      const action = await findAction(db, session, params.id)
      if (!action) throw notFound()
      return { data: sendOutputs(reply, action, allOutputs(db, session, action)) as never }
    }),
    route(listResults, ({ db, session, query }) => findResults(db, session, query)),
    exportRoute(exportResults, ({ db, session, query }) =>
      byIds(
        (most) => resultList.ids(db, session, query, most),
        async (id) => (await findResults(db, session, { id, limit: id.length, offset: 0 })).data,
      ),
    ),
    route(listTagActionLog, async ({ db, scope, query }) => {
      const { page, ...meta } = await tagActionLogList.page(db, scope, query)
      return { data: page.map(presentTagLog), meta }
    }),
    route(listActionLogs, ({ db, scope, query }) => findActionLogs(db, scope, query)),
    route(listPendingActions, ({ db, scope, query }) => findPending(db, scope, query)),
  ]
}

export function actionRoutes(deps: ActionDeps): Route[] {
  return [...startRoutes(deps), ...changeRoutes(deps), ...readRoutes()]
}
