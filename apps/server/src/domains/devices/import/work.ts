import { text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import type { StatusEvent } from '@longreach/contract/live'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Bus } from '../../../bus/bus.ts'
import type { Db } from '../../../db/client.ts'
import { type Placement, systemScope } from '../../../db/scope.ts'
import { channelEventsAdded, keepEvents } from '../../../endpoint/channels.ts'
import type { Emit } from '../../../events/emit.ts'
import { type Job, job } from '../../../jobs/job.ts'
import type { Queue } from '../../../jobs/queue.ts'
import { claimHours, listedName } from '../add.ts'
import { findUnauthorized } from '../authorized/devices.ts'
import type { DeviceCreated } from '../hooks.ts'
import { lockSerials } from '../store.ts'
import { putTags } from '../tagging/tagging.ts'
import { identityOf } from './rows.ts'
import {
  advanceImport,
  type Import,
  lockImport,
  markAdded,
  markFailed,
  nextRows,
  takeStalled,
  type WaitingRow,
} from './store.ts'

/** Adds the waiting rows of an import. */
export const continueImport = job<{ id: number }>({ name: 'devices.import', retry: 10, parallel: 2 })

export interface ImportDeps {
  db: Db
  bus: Bus
  emit: Emit
  created: readonly DeviceCreated[]
}

/** Rows per transaction. */
const atOnce = 200
/** Seconds after which an import without any progress is continued. */
const stalledAfter = 20

async function findCompany(db: Db, id: number): Promise<Placement | undefined> {
  const { rows } = await sql<Placement>`
    SELECT c.id AS company_id, c.l1_id, c.l2_id FROM companies c
    WHERE c.id = ${id} AND ${systemScope('background job')} FOR KEY SHARE`.execute(db)
  return rows[0]
}

/** Serials that are in the company's list by now. */
async function findListed(db: Db, companyId: number, serials: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ serial: string }>`
    SELECT d.serial FROM devices d
    WHERE d.serial = ANY (${[...serials]}::text[]) AND d.company_id = ${companyId} AND d.deleted_at IS NULL
      AND ${systemScope('background job')}`.execute(db)
  return new Set(rows.map(({ serial }) => serial))
}

const serialOf = ({ cells }: WaitingRow) => cells.serial ?? ''

async function insertDevices(
  { emit, created }: ImportDeps,
  db: Db,
  { series, user_id }: Import,
  company: Placement,
  rows: readonly WaitingRow[],
): Promise<void> {
  if (rows.length === 0) return
  const description = (serial: string) => `s/n ${serial}, added at ${formatTime(new Date())}`
  const values = rows.map(({ cells }) => {
    const identity = identityOf(cells)
    const name = listedName({ ...identity, name: cells.name })
    return { ...company, ...identity, name, description: description(identity.serial), series }
  })
  const inserted = await db.insertInto('devices').values(values).returning(['id', 'serial', 'name']).execute()
  const bySerial = new Map(inserted.map((device) => [device.serial, device]))
  const devices = rows.map((row) => ({ row, ...bySerial.get(serialOf(row))! }))
  for (const { id } of devices) for (const handle of created) await handle(db, { id, ...company })
  const claims = devices.flatMap(({ id, row }) =>
    row.password
      ? [{ device_id: id, secret: row.password, expires_at: sql<Date>`now() + ${claimHours} * interval '1 hour'` }]
      : [],
  )
  if (claims.length > 0) await db.insertInto('device_claims').values(claims).execute()
  for (const same of Map.groupBy(devices, ({ row }) => row.tag_ids.join()).values()) {
    const tags = (same[0]?.row.tag_ids ?? []).map((id) => ({ id }))
    await putTags(db, { devices: same, tags }, { origin: 'add_device' })
  }
  const { company_id } = company
  await emit(
    db,
    ...devices.flatMap(({ id, name, row }) => [
      {
        type: 'device.created' as const,
        data: { device_id: id, company_id, name, user_id, enrolment_key_id: null },
      },
      ...(row.tag_ids.length > 0 ? [{ type: 'device.tagged' as const, data: { device_id: id, company_id } }] : []),
    ]),
  )
  await markAdded(
    db,
    devices.map(({ row }) => row.id),
  )
}

/** Progress of an import, in the form of its channel. */
function eventOf({ id, total, added, failed }: Import, finished: boolean): StatusEvent {
  const progress = { value: added + failed, total }
  if (!finished) return { status: 'progress', value: text('devices.import_progress', { count: added }), progress }
  const status = added === 0 ? 'error' : failed > 0 ? 'warning' : 'completed'
  const value =
    failed > 0
      ? text('devices.import_ended_failed', { count: added, failed })
      : text('devices.import_ended', { count: added })
  return { status, value, progress, data: { import_id: id, added, failed } }
}

/**
 * Adds the next rows and stores their outcome in one transaction, so that no row is added twice. False if none is left.
 */
async function addRows(deps: ImportDeps, id: number): Promise<boolean> {
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const before = await lockImport(tx, id)
    if (!before) return null
    const rows = await nextRows(tx, id, atOnce)
    const company = await findCompany(tx, before.company_id)
    if (!company) return null
    await lockSerials(tx, rows.map(serialOf))
    const listed = await findListed(tx, before.company_id, rows.map(serialOf))
    const unauthorized = await findUnauthorized(
      tx,
      rows.map(({ cells }) => identityOf(cells)),
    )
    const isListed = rows.filter((row) => listed.has(serialOf(row)))
    const isRefused = rows.filter((row, at) => unauthorized.has(at) && !listed.has(serialOf(row)))
    const good = rows.filter((row, at) => !unauthorized.has(at) && !listed.has(serialOf(row)))
    const idsOf = (some: readonly WaitingRow[]) => some.map((row) => row.id)
    await markFailed(tx, idsOf(isListed), text('devices.already_listed'))
    await markFailed(tx, idsOf(isRefused), linkReasons[linkCodes.wrongProof])
    await insertDevices(deps, tx, before, company, good)
    const finished = rows.length < atOnce
    const done = { added: good.length, failed: rows.length - good.length, finished }
    await advanceImport(tx, before, done)
    const now = { ...before, added: before.added + done.added, failed: before.failed + done.failed }
    const { channel, user_id: userId } = before
    const keys = [String(before.company_id)]
    return { channel, finished, events: await keepEvents(tx, { channel, userId, keys }, eventOf(now, finished)) }
  })
  if (!outcome) return false
  deps.bus.publish(channelEventsAdded, { channel: outcome.channel, events: outcome.events })
  return !outcome.finished
}

export const importJob = (deps: ImportDeps): Job =>
  continueImport.handle(async ({ id }) => {
    while (await addRows(deps, id));
  })

/** Continues imports whose server was killed. */
export async function continueStalled(db: Db, queue: Queue): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const id of await takeStalled(tx, stalledAfter)) await queue.send(tx, continueImport, { id })
  })
}
