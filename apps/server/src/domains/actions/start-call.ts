import type { ActionKindName } from '@longreach/contract/actions/kinds'
import type { ErrorItem } from '@longreach/contract/errors'
import { text } from '@longreach/contract/i18n'
import type { Bus } from '../../bus/bus.ts'
import type { Placement } from '../../db/scope.ts'
import { lacks } from '../../endpoint/lacks.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { Emit } from '../../events/emit.ts'
import type { Seal } from '../../seal.ts'
import { selectionOfFilter } from '../devices/selection.ts'
import { actionsQueued } from '../devices/topics.ts'
import type { ActionHandler, ActionKinds } from './kinds.ts'
import { storeSecrets } from './secrets.ts'
import { type Candidate, chooseDevices, type NewAction, startAction } from './start.ts'

export interface ActionDeps {
  bus: Bus
  kinds: ActionKinds
  emit: Emit
  seal: Pick<Seal, 'seal' | 'open'>
}

interface Chosen {
  device_id?: readonly number[] | undefined
  data?: readonly { device_id: number }[] | undefined
  filter?: Record<string, unknown> | undefined
}

interface Request extends Pick<NewAction, 'arg' | 'waits' | 'notBefore' | 'source'> {
  kind: ActionKindName
  seconds?: number
  /** Further values for the audit log. */
  details?: Record<string, unknown> | undefined
  /** The secret of each device, for kinds that send one. */
  secretOf?: (device: Candidate) => string
  /** True if the secrets may be downloaded once. */
  listed?: boolean
}

/** The handler of a kind in the contract; the start of the server has checked that there is one. */
export function handlerOf(kinds: ActionKinds, name: string): ActionHandler {
  const handler = kinds.get(name)
  if (!handler) throw new Problem('CONFLICT', { message: text('actions.unknown_kind') })
  return handler
}

/** Writes one audit line per company with its devices: an action may concern thousands. */
export function auditDevices(
  { audit }: Pick<Call, 'audit'>,
  { id, title }: { id: number; title: string },
  devices: readonly (Placement & { device_id: number })[],
  details: Record<string, unknown>,
): void {
  const companies = Map.groupBy(devices, (device) => device.company_id)
  for (const [company] of companies.values()) {
    if (!company) continue
    const ids = (companies.get(company.company_id) ?? []).map((device) => device.device_id)
    audit({ target: 'action', targetId: id, name: title, company, after: { ...details, devices: ids } })
  }
}

/** Audit values of an argument: none for a secret, only the name for a stored object. */
function auditOf({ handler, arg, file, source }: NewAction): Record<string, unknown> {
  const { argument } = handler.kind
  if (file) return file.audit
  if (argument === null || argument.from === 'secret') return {}
  return { [argument.name]: argument.from === 'content' ? arg : (source?.name ?? arg) }
}

/**
 * Starts an action for a call on the selected devices in reach that can execute it, with an error for each other named
 * one.
 */
export async function startOnDevices(
  deps: ActionDeps,
  call: Call,
  chosen: Chosen,
  { kind, seconds = 0, secretOf, listed = false, details, ...request }: Request,
): Promise<{ id: number; channel: string; devices: Candidate[]; errors: ErrorItem[] }> {
  const { db, scope, session, after } = call
  const handler = handlerOf(deps.kinds, kind)
  const { argument, permission, title } = handler.kind
  if (!session.permissions.has(permission)) throw lacks(session, permission)
  const arg = handler.argument?.() ?? request.arg
  const secret = argument?.from === 'secret' || (arg !== null && handler.hasSecret?.(arg) === true)
  if (secret && !secretOf) throw new Problem('CONFLICT', { message: text('actions.secret_repeat') })
  await handler.limit?.(session.userId)
  const file = arg === null ? undefined : await handler.fileOf?.(call, arg)
  const source = request.source ?? (arg === null ? undefined : await handler.sourceOf?.(call, arg))
  const action: NewAction = { handler, seconds, ...request, arg, file, source }
  const filter = chosen.filter && (await selectionOfFilter(call, chosen.filter))
  const named =
    chosen.device_id || chosen.data
      ? [...(chosen.device_id ?? []), ...(chosen.data ?? []).map((row) => row.device_id)]
      : undefined
  if ((named === undefined) === (filter === undefined))
    throw new Problem('VALIDATION_FAILED', { source: 'device_id', message: text('actions.one_of_selections') })
  const { devices, errors } = await chooseDevices(db, scope, action, { device_id: named, filter })
  const { id, channel } = await startAction(db, session, devices, action)
  if (secretOf) {
    const secrets = new Map(devices.map((device) => [device.id, secretOf(device)]))
    await storeSecrets(db, deps.seal, id, { secrets, listed })
  }
  auditDevices(
    call,
    { id, title: text(title) },
    devices.map((device) => ({ ...device, device_id: device.id })),
    { action: kind, ...auditOf(action), ...details },
  )
  after(() => deps.bus.publish(actionsQueued, filter ? {} : { deviceIds: devices.map((device) => device.id) }))
  return { id, channel, devices, errors }
}

/** Like `startOnDevices`, with the response of calls that start an action. */
export async function startCall(deps: ActionDeps, call: Call, chosen: Chosen, request: Request) {
  const { id, channel, devices, errors } = await startOnDevices(deps, call, chosen, request)
  return { data: { id, devices: devices.length }, meta: { channel, action_id: id }, errors }
}
