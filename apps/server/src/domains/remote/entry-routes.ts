import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import {
  createRemoteAccess,
  deleteRemoteAccess,
  exportRemoteAccess,
  forgetHostKey,
  getHostKey,
  listRemoteAccess,
  updateRemoteAccess,
} from '@longreach/contract/remote/endpoints'
import type { RemoteAccessChange } from '@longreach/contract/remote/schemas'
import { formatTime } from '@longreach/contract/time'
import type { Bus } from '../../bus/bus.ts'
import type { Scope } from '../../db/scope.ts'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../endpoint/selection.ts'
import type { Emit } from '../../events/emit.ts'
import type { Seal } from '../../seal.ts'
import { openStatus, publishStatus } from '../actions/status.ts'
import { requireCompanies } from '../companies/store.ts'
import { requireDevices } from '../devices/details.ts'
import { lockDevices } from '../devices/store.ts'
import { changedCredentials, givenCredentials, openCredentials, sealCredentials } from './credentials.ts'
import {
  type Entry,
  findEntries,
  findEntry,
  findEntryIds,
  insertEntry,
  lockEntries,
  onDevice,
  removeEntries,
  updateEntry,
} from './entries.ts'
import { findPin, forgetKey, type PinnedTarget } from './host-keys.ts'
import { endSessionsOfEntries } from './session-store.ts'
import { remoteClosed } from './topics.ts'

export interface EntryDeps {
  seal: Seal
  bus: Bus
  emit: Emit
}

const missing = (source: string): ErrorItem => ({ code: 'NOT_FOUND', message: text('system.not_found'), source })

/** The entries that a call names, or all that its filter matches except the automatic ones. */
function entriesOf({ db, scope, body }: Pick<Call<typeof deleteRemoteAccess>, 'db' | 'scope' | 'body'>) {
  const { id, filter = {} } = body
  return selectedIds(id, async (most) => {
    await requireCompanies(db, scope, [filter.company_id, filter['ne:company_id']])
    await requireDevices(db, scope, [...(filter.device_id ?? []), ...(filter['ne:device_id'] ?? [])])
    return findEntryIds(db, scope, { is_main: false, ...filter }, most)
  })
}

/** Publishes the result of a change that is already done on a channel. */
async function publishDone(
  deps: EntryDeps,
  { db, session }: Pick<Call, 'db' | 'session'>,
  lines: readonly { deviceId: number; value: string }[],
): Promise<string> {
  const { userId } = session
  const keys = [...new Set(lines.map((line) => line.deviceId))]
  const channel = await openStatus(db, { userId, permission: 'view_device_remote_access', keys })
  for (const { deviceId, value } of lines) {
    await publishStatus(db, deps.bus, { channel, userId, key: deviceId }, { status: 'completed', value })
  }
  return channel
}

const mainFault = (source: string, message: Text) => new Problem('VALIDATION_FAILED', { source, message })

/** The automatic entries belong to the device itself: only their port, protocol and credentials can change. */
function checkMain(entry: Entry, change: RemoteAccessChange): void {
  if (entry.main === null) return
  for (const field of ['name', 'destination_ip', 'device_id'] as const) {
    if (change[field] !== undefined && change[field] !== entry[field])
      throw mainFault(field, text('remote.automatic_fixed'))
  }
  const isShell = entry.main === 'cli'
  if (change.protocol !== undefined && (change.protocol === 'ssh') !== isShell)
    throw mainFault('protocol', isShell ? text('remote.shell_protocol') : text('remote.page_protocol'))
}

const targetFields = ['device_id', 'destination_ip', 'destination_port', 'protocol'] as const

const shown = ({ name, device_id, destination_ip, destination_port, protocol, credentials_required }: Entry) => ({
  name,
  device_id,
  destination_ip,
  destination_port,
  protocol,
  credentials_required,
})

const targetOf = (entry: Entry): PinnedTarget => ({
  deviceId: entry.device_id,
  host: entry.destination_ip,
  port: entry.destination_port,
  kind: entry.protocol === 'ssh' ? 'ssh' : 'tls',
})

async function requireEntry(call: Pick<Call, 'db'> & { scope: Scope }, id: number): Promise<Entry> {
  const entry = await findEntry(call.db, call.scope, id)
  if (!entry) throw notFound()
  return entry
}

function changeRoutes(deps: EntryDeps): Route[] {
  const endSessions = async (call: Pick<Call, 'db' | 'after'>, ids: readonly number[], reason: string) => {
    const ended = await endSessionsOfEntries(call.db, deps.emit, ids, reason)
    call.after(() => {
      for (const id of ended) deps.bus.publish(remoteClosed, { id, reason })
    })
  }
  return [
    route(createRemoteAccess, async (call) => {
      const { db, scope, body } = call
      const ids = [...new Set(body.data.map((row) => row.device_id))]
      const devices = new Map((await lockDevices(db, scope, ids)).map((device) => [device.id, device]))
      const errors: ErrorItem[] = []
      const added: { id: number; deviceId: number; value: string }[] = []
      for (const [index, { username, password, ...row }] of body.data.entries()) {
        const device = devices.get(row.device_id)
        if (!device) {
          errors.push(missing(`data.${index}.device_id`))
          continue
        }
        const credentials = givenCredentials({ username, password })
        const sealed = credentials ? sealCredentials(deps.seal, credentials) : null
        const id = await insertEntry(db, device, { ...row, credentials: sealed })
        added.push({ id, deviceId: row.device_id, value: text('remote.entry_added', { name: row.name }) })
        call.audit({
          target: 'remote_access',
          targetId: id,
          company: device,
          mentions: onDevice({ device_id: device.id, device_name: device.name }),
          after: { ...row, password: password ?? null },
        })
      }
      if (added.length === 0) throw new Problem('NOT_FOUND', { errors })
      return { data: added.map(({ id }) => ({ id })), meta: { channel: await publishDone(deps, call, added) }, errors }
    }),
    route(updateRemoteAccess, async (call) => {
      const { db, scope, params, body } = call
      const [entry] = await lockEntries(db, scope, [params.access_id])
      if (!entry) throw notFound()
      checkMain(entry, body)
      const { username, password, ...change } = body
      const [device] = await lockDevices(db, scope, [change.device_id ?? entry.device_id])
      if (!device) throw notFound('device_id')
      const moved = targetFields.some((field) => change[field] !== undefined && change[field] !== entry[field])
      const kept = moved ? undefined : openCredentials(deps.seal, entry.credentials)
      const credentials = changedCredentials(kept, { username, password })
      await updateEntry(db, entry.id, {
        ...change,
        company_id: device.company_id,
        l1_id: device.l1_id,
        l2_id: device.l2_id,
        credentials: credentials ? sealCredentials(deps.seal, credentials) : null,
      })
      call.audit({
        target: 'remote_access',
        targetId: entry.id,
        company: entry,
        mentions: onDevice(entry),
        before: shown(entry),
        after: {
          ...change,
          ...(username === undefined ? {} : { username }),
          ...(password === undefined ? {} : { password }),
        },
      })
      if (moved) await endSessions(call, [entry.id], text('remote.end_entry_changed'))
      const line = { deviceId: device.id, value: text('remote.entry_changed', { name: change.name ?? entry.name }) }
      return { data: { id: entry.id }, meta: { channel: await publishDone(deps, call, [line]) } }
    }),
    route(deleteRemoteAccess, async (call) => {
      const selected = await entriesOf(call)
      const entries = await lockEntries(call.db, call.scope, selected)
      const errors = missingRows(call.body.id, entries)
      const rest = entries.filter((entry) => entry.main === null)
      for (const { id, main } of entries) {
        if (main !== null) errors.push({ code: 'CONFLICT', message: text('remote.automatic_kept'), source: String(id) })
      }
      const [fault] = errors
      if (rest.length === 0) throw new Problem(fault?.code === 'CONFLICT' ? 'CONFLICT' : 'NOT_FOUND', { errors })
      const ids = rest.map(({ id }) => id)
      await endSessions(call, ids, text('remote.end_entry_deleted'))
      await removeEntries(call.db, ids)
      for (const entry of rest)
        call.audit({
          target: 'remote_access',
          targetId: entry.id,
          company: entry,
          mentions: onDevice(entry),
          before: shown(entry),
        })
      const lines = rest.map((entry) => ({
        deviceId: entry.device_id,
        value: text('remote.entry_deleted', { name: entry.name }),
      }))
      return { data: ids.map((id) => ({ id })), meta: { channel: await publishDone(deps, call, lines) }, errors }
    }),
  ]
}

export function entryRoutes(deps: EntryDeps): Route[] {
  return [
    route(listRemoteAccess, async ({ db, scope, query }) => {
      const { page, total, capped } = await findEntries(db, scope, query)
      return { data: page, meta: { total, capped } }
    }),
    exportRoute(exportRemoteAccess, ({ db, scope, query }) =>
      byIds(
        (most) => findEntryIds(db, scope, query, most),
        async (id) => (await findEntries(db, scope, { id, limit: id.length, offset: 0 })).page,
      ),
    ),
    ...changeRoutes(deps),
    route(getHostKey, async (call) => {
      const target = targetOf(await requireEntry(call, call.params.access_id))
      const pin = await findPin(call.db, target)
      return {
        data: {
          kind: target.kind,
          host: target.host,
          port: target.port,
          known: pin
            ? { type: pin.type, fingerprint: pin.fingerprint, first_seen: formatTime(pin.first_seen_at) }
            : null,
        },
      }
    }),
    route(forgetHostKey, async (call) => {
      const entry = await requireEntry(call, call.params.access_id)
      const target = targetOf(entry)
      const pin = await forgetKey(call.db, target)
      call.audit({
        target: 'remote_access',
        targetId: entry.id,
        name: entry.name,
        company: entry,
        mentions: onDevice(entry),
        before: { host: target.host, port: target.port, fingerprint: pin?.fingerprint ?? null },
      })
      return { data: {} }
    }),
  ]
}
