import type { ConfigCall } from '@longreach/contract/configs/calls'
import { isApiCall, variablesOf } from '@longreach/contract/configs/calls'
import { type ConfigSystem, configLimits, deviceVariables } from '@longreach/contract/configs/constants'
import type { ConfigPlan } from '@longreach/contract/configs/schemas'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { apiCapability } from '@longreach/contract/link/commands'
import { compareFirmware } from '@longreach/contract/link/firmware'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Scope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { ActionKinds } from '../actions/kinds.ts'
import { type Candidate, excludeDevices, findChosen } from '../actions/start.ts'
import { handlerOf } from '../actions/start-call.ts'
import { selectionOfFilter } from '../devices/selection.ts'
import type { BlobStore } from '../files/blobs.ts'
import { type LoggedCall, logCalls } from './api/call-log.ts'
import { type ApiCheck, apiBackend, apiSystemOf, createApiCheck, findSecretNames } from './api/calls.ts'
import type { Configuration } from './configuration.ts'
import { type Change, planCalls, planRestore } from './content.ts'
import { readValues } from './csv-values.ts'
import { differenceOf, differenceOfSent } from './difference.ts'
import { fillCalls, type Values } from './fill.ts'
import { linesOf } from './shown-lines.ts'
import { CallRefused } from './uci/change.ts'
import { findRunning, readStored, systemOf } from './versions.ts'

export interface PlanDeps {
  kinds: ActionKinds
  blobs: BlobStore
}

interface Limits {
  min_firmware?: string | null | undefined
  max_firmware?: string | null | undefined
}

export interface Request extends Limits {
  device_id?: number[] | undefined
  filter?: Record<string, unknown> | undefined
  metered: boolean
  calls: readonly ConfigCall[]
  csv?: string | undefined
}

export interface DeviceChange extends Change {
  device: Candidate
  before: Configuration | undefined
  /** Calls for the log; absent where a whole configuration is restored. */
  calls?: LoggedCall[]
}

export interface Planned {
  selected: number
  changes: DeviceChange[]
  /** Reasons why other devices get nothing; `source` is the device's id. */
  errors: ErrorItem[]
  names: ReadonlyMap<string, string>
}

interface Facts {
  id: number
  mac: string | null
  imei: string | null
  backend: string | null
  company: string
}

export type Reader = Pick<Call, 'db' | 'scope' | 'session'>

async function findFacts(db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, Facts>> {
  const { rows } = await sql<Facts>`
    SELECT d.id, d.mac, d.imei, d.backend, c.name AS company FROM devices d JOIN companies c ON c.id = d.company_id
    WHERE d.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 'd')}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const valuesOf = ({ name, serial, model }: Candidate, { mac, imei, company }: Facts): Values => {
  const all = { name, serial, mac, imei, model, company } satisfies Record<(typeof deviceVariables)[number], unknown>
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, value ?? '']))
}

/** Input for planning the change of one device. */
export interface Planning {
  device: Candidate
  system: ConfigSystem
  facts: Facts
  before: Configuration | undefined
}

/** Thrown to exclude a device, with one or more reasons. */
export class Excluded extends Error {
  readonly items: Omit<ErrorItem, 'source'>[]

  constructor(code: string, message: Text, ...others: Text[]) {
    super(message)
    this.items = [message, ...others].map((one) => ({ code, message: one }))
  }
}

/** Plans a change for each device of a request with `changeOf`; devices for which it throws Excluded get an error. */
export async function planEach(
  { kinds, blobs }: PlanDeps,
  call: Reader,
  { device_id, filter, metered }: Pick<Request, 'device_id' | 'filter' | 'metered'>,
  changeOf: (planning: Planning) => Promise<Omit<DeviceChange, 'device' | 'before'>>,
): Promise<Planned> {
  const selection = filter && (await selectionOfFilter(call, filter))
  const { found, errors } = await findChosen(call.db, call.scope, { device_id, filter: selection })
  if (found.length === 0 && errors.length > 0) throw new Problem('NOT_FOUND', { errors })
  const { devices: count } = configLimits
  if (found.length > count)
    throw new Problem('VALIDATION_FAILED', { source: 'device_id', message: text('devices.too_many', { count }) })
  const able = excludeDevices(found, { handler: handlerOf(kinds, 'configure'), arg: null, file: undefined })
  errors.push(...able.errors)
  const ids = able.devices.map(({ id }) => id)
  const [facts, running] = [await findFacts(call.db, call.scope, ids), await findRunning(call.db, ids)]
  const changes: DeviceChange[] = []
  for (const device of able.devices) {
    const known = facts.get(device.id)
    if (!known) continue
    const stored = running.get(device.id)
    const system = systemOf(known.backend)
    const before = stored?.system === system ? await readStored(call.db, blobs, stored) : undefined
    try {
      if (device.metered_connection && !metered)
        throw new Excluded('METERED', text('configs.metered', { name: device.name }))
      const change = await changeOf({ device, system, facts: known, before })
      if (change.bytes.length === 0) throw new Excluded('UNCHANGED', text('configs.same', { name: device.name }))
      if (change.bytes.length > configLimits.bytes)
        throw new Excluded('TOO_LARGE', text('configs.too_large', { name: device.name, size: '1 MB' }))
      changes.push({ ...change, device, before })
    } catch (error) {
      errors.push(...exclusionOf(error, device).map((item) => ({ ...item, source: String(device.id) })))
    }
  }
  return { selected: found.length, changes, errors, names: new Map(found.map(({ id, name }) => [String(id), name])) }
}

function exclusionOf(error: unknown, { name }: Candidate): Omit<ErrorItem, 'source'>[] {
  if (error instanceof Excluded) return error.items
  if (error instanceof CallRefused)
    return [{ code: 'CALL_REFUSED', message: text('configs.in_line', { name, reason: error.reason }) }]
  throw error
}

/** Message for a device whose firmware is outside the limits, or cannot be compared with them. */
function outsideOf(version: string, { min_firmware, max_firmware }: Limits) {
  const from = min_firmware ? compareFirmware(version, min_firmware) : 0
  const to = max_firmware ? compareFirmware(version, max_firmware) : 0
  if (from === undefined || to === undefined) return 'configs.firmware_differs' as const
  if (from < 0) return 'configs.firmware_older' as const
  return to > 0 ? ('configs.firmware_newer' as const) : undefined
}

/** Plans the changes of calls on each of the devices. */
export async function planRequest(deps: PlanDeps, call: Reader, request: Request): Promise<Planned> {
  const { calls, csv, min_firmware, max_firmware } = request
  const check = createApiCheck(call.db, await findSecretNames(call.db))
  const table = csv === undefined ? undefined : await readValues(csv)
  return planEach(deps, call, request, async ({ device, system, facts, before }) => {
    const { name, firmware, serial } = device
    const version = firmware ?? ''
    const outside = outsideOf(version, { min_firmware, max_firmware })
    if (outside) throw new Excluded('FIRMWARE', text(outside, { name, version }))
    const filled = fillCalls(calls, { ...valuesOf(device, facts), ...table?.get(serial) })
    if ('fault' in filled) throw new Excluded('VARIABLES', text('configs.in_line', { name, reason: filled.fault }))
    await requireApi(check, device, facts, filled)
    return { ...(await planCalls(system, before, filled)), calls: logCalls(calls, filled, check.secrets) }
  })
}

/** Throws if calls of a device's own API are not for this device, or do not match its API document. */
async function requireApi(
  check: ApiCheck,
  { name, model, caps }: Candidate,
  { backend }: Facts,
  calls: readonly ConfigCall[],
): Promise<void> {
  if (!calls.some(isApiCall)) return
  if (backend !== apiBackend) throw new Excluded('NO_API', text('configs.api_not_here', { name }))
  if (!caps.includes(apiCapability)) throw new Excluded('UNSUPPORTED', text('configs.api_agent', { name }))
  const faults = await check.faultsOf(apiSystemOf(model), calls)
  const [first, ...others] = faults.map((reason) => text('configs.in_line', { name, reason }))
  if (first !== undefined) throw new Excluded('API_CALL', first, ...others)
}

/** Plans to give each of the devices a configuration back. */
export function planRestores(
  deps: PlanDeps,
  call: Reader,
  chosen: Pick<Request, 'device_id' | 'filter'>,
  targetOf: (device: Candidate) => Promise<Configuration>,
): Promise<Planned> {
  return planEach(deps, call, { ...chosen, metered: true }, async ({ device, before }) => {
    if (!before) throw new Excluded('NOT_READ', text('configs.not_read', { name: device.name }))
    const after = await targetOf(device)
    return { bytes: await planRestore(before, after), after }
  })
}

/** Reasons why devices are left out: each once, with the first devices. */
function reasons({ errors, names }: Planned): ConfigPlan['excluded'] {
  return [...Map.groupBy(errors, ({ code }) => code)].map(([code, all]) => ({
    code,
    message: all[0]?.message ?? '',
    count: new Set(all.map(({ source }) => source)).size,
    devices: all.slice(0, configLimits.named).flatMap(({ source, message }) => {
      const name = names.get(source ?? '')
      return name === undefined ? [] : [{ id: Number(source), name, message }]
    }),
  }))
}

/** Preview of a change; nothing is sent. */
export function presentPlan(planned: Planned, calls: readonly ConfigCall[]): ConfigPlan {
  const { changes, selected, errors } = planned
  const shown = changes.filter(({ after, sent }) => after || sent).slice(0, configLimits.shown)
  return {
    selected,
    missing: errors.filter(({ code }) => code === 'NOT_FOUND').map(({ source }) => Number(source)),
    devices: changes.length,
    offline: changes.filter(({ device }) => device.status !== 1).length,
    metered: changes.filter(({ device }) => device.metered_connection).length,
    unread: changes.filter(({ before }) => !before).length,
    bytes: changes.reduce((sum, { bytes }) => sum + bytes.length, 0),
    excluded: reasons(planned),
    differences: shown.map(({ device, before, after, sent = [] }) => ({
      device_id: device.id,
      name: device.name,
      state: after ? 'known' : 'unknown',
      difference: after ? differenceOf(linesOf(before), linesOf(after)) : differenceOfSent(sent),
    })),
    calls: changes
      .filter(({ calls: own = [] }) => own.some(({ api }) => api))
      .slice(0, configLimits.shown)
      .map(({ device, calls: own = [] }) => ({
        device_id: device.id,
        name: device.name,
        calls: own.filter(({ api }) => api).map(({ method, route, request }) => ({ method, route, request })),
      })),
    variables: variablesOf(calls).map((name) => ({
      name,
      of_device: (deviceVariables as readonly string[]).includes(name),
    })),
  }
}
