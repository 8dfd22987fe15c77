import { locationParameters } from '@longreach/contract/devices/position'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { linkReason } from '@longreach/contract/link/codes'
import type { DeviceState } from '@longreach/contract/live'
import type { TagMark } from '@longreach/contract/tags/mark'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'
import { capabilitiesOf } from './capabilities.ts'
import { isPending } from './enrolment/key-claims.ts'
import type { DeviceFirmware } from './hooks.ts'
import { positionJoin, withoutLocation } from './places/position.ts'
import { type DeviceRow, deviceColumns, presentDevice } from './record.ts'
import type { Machine } from './shared-identity.ts'

interface DetailsRow extends DeviceRow {
  address: string | null
  agent_version: string | null
  backend: string | null
  caps: string[]
  node: string | null
  shared_at: Date | null
  machine: Machine | null
  other_machine: Machine | null
  approval_pending: boolean
  permit_expires_at: Date | null
  permit_username: string | null
  refused_count: number | null
  refused_reason: string | null
  refused_at: Date | null
}

const withoutPlace = (values: DeviceRow['values']) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !locationParameters.includes(name)))

/** All current data of one device; undefined if it is out of reach. */
export async function findDevice(
  db: Db,
  scope: Scope,
  id: number,
  {
    tags = [],
    agentVersion,
    located,
    firmware = [],
  }: {
    located: boolean
    tags?: readonly TagMark[] | undefined
    agentVersion: string
    firmware?: readonly DeviceFirmware[]
  },
): Promise<DeviceDetails | undefined> {
  const { rows } = await prepared(sql<DetailsRow>`
    SELECT ${deviceColumns}, d.address, d.agent_version, d.backend, d.caps,
      EXISTS (SELECT FROM key_claims k WHERE k.device_id = d.id AND ${isPending}) AS approval_pending,
      p.node, CASE WHEN p.shared_at > now() - interval '1 day' THEN p.shared_at END AS shared_at, p.machine, p.other_machine,
      s.refused_count, s.refused_reason, s.refused_at,
      m.expires_at AS permit_expires_at, u.username AS permit_username
    FROM devices d JOIN companies c ON c.id = d.company_id
    LEFT JOIN device_state s ON s.device_id = d.id ${positionJoin} LEFT JOIN device_session p ON p.device_id = d.id
    LEFT JOIN enrolment_permits m ON m.device_id = d.id AND m.expires_at > now() LEFT JOIN users u ON u.id = m.user_id
    WHERE d.id = ${id} AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}`).execute(db)
  const row = rows[0]
  if (!row) return undefined
  const declared = await Promise.all(firmware.map((of) => of(db, row)))
  const device = presentDevice(row, tags)
  return {
    ...(located ? device : withoutLocation(device)),
    firmware_information: {
      stable: null,
      latest: null,
      ...Object.assign({}, ...declared),
      current: { version: row.firmware, released_at: null },
    },
    capabilities: capabilitiesOf(row),
    parameters: located ? row.values : withoutPlace(row.values),
    link:
      row.bound_at === null
        ? null
        : {
            address: row.address,
            agent: row.agent_version,
            agent_offered: row.agent_version === agentVersion ? null : agentVersion,
            backend: row.backend,
            protocol: row.protocol,
            node: row.node,
            caps: row.caps,
            since: row.status_since && formatTime(row.status_since),
          },
    failed_auth_message: row.failed_auth_reason ? linkReason(row.failed_auth_reason) : null,
    refused: {
      count: row.refused_count ?? 0,
      reason: row.refused_reason,
      at: row.refused_at && formatTime(row.refused_at),
    },
    approval_pending: row.approval_pending,
    shared_identity:
      row.shared_at && row.machine && row.other_machine
        ? {
            at: formatTime(row.shared_at),
            machines: [row.machine, row.other_machine].map(({ address, mac }) => ({ address, mac })),
          }
        : null,
    enrolment_permit: row.permit_expires_at && {
      expires_at: formatTime(row.permit_expires_at),
      username: row.permit_username,
    },
  }
}

/** Returns the ids that the caller may see. */
export async function visibleDevices(db: Db, scope: Scope, ids: readonly number[]): Promise<number[]> {
  const { rows } = await prepared(sql<{ id: number }>`
    SELECT d.id FROM devices d
    WHERE d.id = ANY (${[...ids]}::bigint[]) AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}`).execute(db)
  return rows.map((row) => row.id)
}

/** Returns the devices that are in the caller's scope, or were until they were deleted. */
export async function devicesInScope(db: Db, scope: Scope, ids: readonly number[]): Promise<number[]> {
  const { rows } = await prepared(sql<{ id: number }>`
    SELECT d.id FROM devices d WHERE d.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 'd')}`).execute(db)
  return rows.map((row) => row.id)
}

/** Throws unless all devices that a filter for a change names exist. */
export async function requireDevices(db: Db, scope: Scope, ids: readonly number[]): Promise<void> {
  const requested = [...new Set(ids)]
  if ((await visibleDevices(db, scope, requested)).length < requested.length) throw notFound('filter.device_id')
}

/** Throws NOT_FOUND if the caller does not see the device. */
export async function requireDevice(db: Db, scope: Scope, id: number): Promise<void> {
  const [seen] = await visibleDevices(db, scope, [id])
  if (seen === undefined) throw notFound()
}

interface StateTimes {
  last_update_at: Date | null
  last_connection_at: Date | null
}

/** States of devices in the form of events, for the server itself. */
export async function findStates(db: Db, ids: readonly number[]): Promise<DeviceState[]> {
  const { rows } = await sql<Omit<DeviceState, 'last_update_at' | 'last_connection_at'> & StateTimes>`
    SELECT d.id, d.status, d.offline_reason, d.config_state, d.last_connection_at, s.updated_at AS last_update_at, s.values -> 'signal' AS signal,
      s.values -> 'connection_type' AS connection_type, s.values -> 'operator' AS operator
    FROM devices d LEFT JOIN device_state s ON s.device_id = d.id
    WHERE d.id = ANY (${[...ids]}::bigint[]) AND d.deleted_at IS NULL AND ${systemScope('link of the device itself')}
    ORDER BY d.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    last_update_at: row.last_update_at && formatTime(row.last_update_at),
    last_connection_at: row.last_connection_at && formatTime(row.last_connection_at),
  }))
}

export const findState = async (db: Db, id: number): Promise<DeviceState | undefined> => (await findStates(db, [id]))[0]
