import type { ErrorItem } from '@longreach/contract/errors'
import { firmwareLimits, updateKinds } from '@longreach/contract/firmware/constants'
import {
  cancelUpdates,
  declareFirmware,
  firmwareChoices,
  listFirmwareDevices,
  listPendingUpdates,
  previewFirmware,
  setUpdates,
  updateFirmware,
} from '@longreach/contract/firmware/endpoints'
import { type Text, text } from '@longreach/contract/i18n'
import { Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import type { Queue } from '../../jobs/queue.ts'
import { cancel, lockTargets } from '../actions/cancel-retry.ts'
import type { DeviceUpdate } from '../actions/hooks.ts'
import { findChosen } from '../actions/start.ts'
import { type ActionDeps, auditDevices, handlerOf, startCall, startOnDevices } from '../actions/start-call.ts'
import { publishSteps } from '../actions/steps.ts'
import { selectionOfQuery } from '../devices/selection.ts'
import { declareImage } from './declare.ts'
import { findFirmwareDevices } from './devices.ts'
import { argumentOf } from './handler.ts'
import { requireImage } from './images.ts'
import { compareFirmwareJob } from './outdated.ts'
import { findPendingUpdates } from './pending.ts'
import { findChoices, previewUpdate } from './plan.ts'

export interface FirmwareDeps extends ActionDeps {
  queue: Queue
  /** Other kinds of updates in the public API's call. */
  updates: () => readonly DeviceUpdate[]
}

const kind = 'update_firmware'

function startRoutes(deps: FirmwareDeps): Route[] {
  return [
    route(firmwareChoices, async (call) => ({ data: await findChoices(call as never, call.body) })),
    route(previewFirmware, async (call) => ({ data: await previewUpdate(deps.kinds, call as never, call.body) })),
    route(updateFirmware, async (call) => {
      const { file_id, keep_settings, downgrade, metered, starts_at, expires_in: waits, ...chosen } = call.body
      const image = await requireImage(call.db, call.scope, file_id)
      const arg = argumentOf(image, { keep_settings, downgrade, metered })
      return startCall(deps, call as never, chosen, { kind, arg, waits, notBefore: startOf(starts_at) })
    }),
    route(setUpdates, (call) => setEach(deps, call)),
  ]
}

/** The time for which an update was scheduled. */
function startOf(time: Date | undefined): Date | undefined {
  if (time === undefined) return undefined
  const ahead = (time.getTime() - Date.now()) / 86_400_000
  const refused = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'starts_at', message })
  if (ahead <= 0) throw refused(text('forms.future'))
  const { startDays } = firmwareLimits
  if (ahead > startDays) throw refused(text('firmware.too_far', { count: startDays }))
  return time
}

type Row = Call<typeof setUpdates>['body']['data'][number]

const failed = (source: number, code: string, message: ErrorItem['message']): ErrorItem => ({
  code,
  message,
  source: String(source),
})

/**
 * Starts the updates of the public API's call, which names a file for each device: one action for all devices with the
 * same update.
 */
async function setEach(deps: FirmwareDeps, call: Call<typeof setUpdates>) {
  const errors: ErrorItem[] = []
  const online = await onlineDevices(call as never, call.body.data)
  const usable = call.body.data.filter(({ id, offline }) => {
    if (!offline && online.get(id)?.online === false)
      errors.push(failed(id, 'DEVICE_OFFLINE', text('firmware.offline', { name: online.get(id)?.name ?? '' })))
    else return true
    return false
  })
  const channels: string[] = []
  for (const rows of groups(usable)) {
    const [first] = rows
    const started = await startRows(deps, call as never, rows, first).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      errors.push(...rowErrors(error, rows))
    })
    if (!started) continue
    channels.push(started.channel)
    errors.push(...started.errors)
  }
  const [channel] = channels
  if (channel === undefined)
    throw new Problem(errors.every(({ code }) => code === 'NOT_FOUND') ? 'NOT_FOUND' : 'VALIDATION_FAILED', { errors })
  return { data: {}, meta: { channel, channels }, errors }
}

async function onlineDevices({ db, scope }: Pick<Call, 'db' | 'scope'>, rows: readonly Row[]) {
  const { found } = await findChosen(db, scope, { device_id: rows.map(({ id }) => id) })
  return new Map(found.map(({ id, name, status }) => [id, { name, online: status === 1 }]))
}

/**
 * Groups rows with the same file and options, one action each. For a device that is named twice, the first row counts.
 */
function groups(rows: readonly Row[]): [Row, ...Row[]][] {
  const once = [...new Map([...rows].reverse().map((row) => [row.id, row])).values()]
  const same = ({ action, file_id, keep_settings, offline, downgrade, metered }: Row) =>
    JSON.stringify([action, file_id, keep_settings, offline, downgrade, metered])
  return [...Map.groupBy(once, same).values()] as [Row, ...Row[]][]
}

/** An error of a file applies to every device that was to get it. */
const rowErrors = ({ errors }: Problem, rows: readonly Row[]): ErrorItem[] =>
  errors.flatMap((error) =>
    error.source === 'file_id' ? rows.map(({ id }) => ({ ...error, source: String(id) })) : [error],
  )

async function startRows(deps: FirmwareDeps, call: Call, rows: readonly Row[], options: Row) {
  const { action, file_id, keep_settings = true, offline, downgrade, metered } = options
  const device_id = rows.map(({ id }) => id)
  // `offline` of the public API: whenever the device comes online.
  const waits = firmwareLimits.waits[offline ? 'max' : 'default']
  const update = deps.updates().find((one) => one.action === action)
  if (update) return update.start(call, { device_id, file_id, downgrade, metered, waits })
  const image = await requireImage(call.db, call.scope, file_id)
  const arg = argumentOf(image, { keep_settings, downgrade, metered })
  return startOnDevices(deps, call, { device_id }, { kind, arg, waits })
}

const missing = (id: number): ErrorItem => failed(id, 'NOT_FOUND', text('system.not_found'))

const isUpdate = ({ kind }: { kind: string }) => (updateKinds as readonly string[]).includes(kind)

/** Named updates that are still waiting, and an error for each other one. */
async function waitingUpdates({ db, scope, body }: Pick<Call<typeof cancelUpdates>, 'db' | 'scope' | 'body'>) {
  const deviceOf = new Map(body.data.flatMap(({ id, job_id }) => job_id.map((job) => [job, id] as const)))
  const targets = new Map((await lockTargets(db, scope, { job_id: [...deviceOf.keys()] })).map((row) => [row.id, row]))
  const waiting: number[] = []
  const errors: ErrorItem[] = []
  for (const [job, device] of deviceOf) {
    const target = targets.get(job)
    if (!target || target.device_id !== device || !isUpdate(target)) errors.push(missing(job))
    else if (target.state === 'queued') waiting.push(job)
    else errors.push(failed(job, 'CONFLICT', text('actions.too_late', { state: target.state })))
  }
  if (waiting.length === 0)
    throw new Problem(errors.every(({ code }) => code === 'NOT_FOUND') ? 'NOT_FOUND' : 'CONFLICT', { errors })
  return { waiting, errors }
}

function cancelRoute({ bus, kinds, emit }: FirmwareDeps): Route {
  return route(cancelUpdates, async (call) => {
    const { db, session } = call
    const { waiting, errors } = await waitingUpdates(call)
    const message = text('actions.cancelled_by', { username: session.username })
    const moved = await cancel({ db, kinds, emit }, waiting, message)
    for (const [id, rows] of Map.groupBy(moved, (row) => row.action_id)) {
      const title = text(handlerOf(kinds, rows[0]?.kind ?? kind).kind.title)
      auditDevices(call as never, { id, title }, rows, { cancelled: true })
    }
    call.after(() => publishSteps(bus, moved))
    return { data: moved.map(({ id }) => id), errors }
  })
}

export function firmwareRoutes(deps: FirmwareDeps): Route[] {
  return [
    ...startRoutes(deps),
    cancelRoute(deps),
    route(listPendingUpdates, ({ db, scope, query }) => findPendingUpdates(db, scope, query)),
    route(listFirmwareDevices, (call) =>
      findFirmwareDevices(call.db, call.scope, call.query, selectionOfQuery(call, call.query)),
    ),
    route(declareFirmware, async (call) => {
      await declareImage(call as never, call.params.id, call.body.declared)
      await deps.queue.send(call.db, compareFirmwareJob, {})
      return { data: {} }
    }),
  ]
}
