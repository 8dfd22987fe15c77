import { type ReadEndpoint, readConfigurationValues } from '@longreach/contract/configs/value-endpoints'
import { text } from '@longreach/contract/i18n'
import { apiCapability } from '@longreach/contract/link/commands'
import { escapeText } from '@longreach/contract/link/escape'
import { linkLimits } from '@longreach/contract/link/limits'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Placement, type Scope } from '../../../db/scope.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { type Route, route } from '../../../endpoint/route.ts'
import { openStatus } from '../../actions/status.ts'
import { apiBackend, apiSystemOf, createApiCheck, findSecretNames } from './calls.ts'
import { type ReadDeps, readLine, readValues } from './read-values.ts'

interface Device extends Placement {
  id: number
  name: string
  model: string | null
  backend: string | null
  caps: string[]
  online: boolean
  monitoring_enabled: boolean
}

async function findDevice(db: Db, scope: Scope, id: number): Promise<Device> {
  const { rows } = await sql<Device>`
    SELECT d.id, d.name, d.model, d.backend, d.caps, d.company_id, d.l1_id, d.l2_id, d.monitoring_enabled,
      coalesce(d.status = 1, false) AS online
    FROM devices d WHERE d.id = ${id} AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}`.execute(db)
  const [device] = rows
  if (!device) throw notFound('device_id')
  return device
}

/** Throws if no call can be made on the device now. */
function requireReachable({ name, backend, caps, online, monitoring_enabled }: Device): void {
  const refused = (message: ReturnType<typeof text>) => new Problem('CONFLICT', { source: 'device_id', message })
  if (!monitoring_enabled) throw refused(text('actions.monitoring_off', { name }))
  if (backend !== apiBackend) throw refused(text('configs.api_not_here', { name }))
  if (!caps.includes(apiCapability)) throw refused(text('configs.api_agent', { name }))
  if (!online) throw refused(text('configs.read_offline', { name }))
}

function requireShort(endpoints: readonly ReadEndpoint[]): void {
  for (const one of endpoints)
    if (escapeText(readLine(one)).length > linkLimits.downCommandBytes)
      throw new Problem('VALIDATION_FAILED', {
        source: 'endpoints',
        message: text('configs.read_line', { path: one.path }),
      })
}

/** Reads are not actions: they do not wait for a device that is offline, and nothing of them is stored. */
export const valueRoutes = (deps: ReadDeps): Route[] => [
  route(readConfigurationValues, async ({ db, scope, session, body, audit, after }) => {
    const { device_id: deviceId, endpoints } = body
    const device = await findDevice(db, scope, deviceId)
    requireReachable(device)
    requireShort(endpoints)
    const secrets = await findSecretNames(db)
    const calls = endpoints.map(({ path, query_parameters }) => ({ method: 'GET', path, query_parameters }))
    const faults = await createApiCheck(db, secrets).faultsOf(apiSystemOf(device.model), calls)
    if (faults.length > 0)
      throw new Problem('VALIDATION_FAILED', {
        errors: faults.map((message) => ({ code: 'VALIDATION_FAILED', source: 'endpoints', message })),
      })
    const { userId } = session
    const channel = await openStatus(db, { userId, permission: 'apply_multi_configuration', keys: [deviceId] })
    audit({
      target: 'device',
      targetId: deviceId,
      name: device.name,
      company: device,
      after: { paths: endpoints.map(({ path }) => path) },
    })
    after(() => {
      readValues(deps, { channel, userId, deviceId }, endpoints, secrets).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'values of a device could not be published'),
      )
    })
    return { data: { device_id: deviceId }, meta: { channel } }
  }),
]
