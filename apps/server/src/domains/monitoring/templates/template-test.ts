import { type Text, text } from '@longreach/contract/i18n'
import { escapeText } from '@longreach/contract/link/escape'
import { linkLimits } from '@longreach/contract/link/limits'
import {
  formatPlans,
  type TemplateFault,
  templateCapability,
  templateFaults,
} from '@longreach/contract/link/template-lines'
import { testMonitoringTemplate } from '@longreach/contract/monitoring/template-endpoints'
import type { Entry, Tested } from '@longreach/contract/monitoring/template-schemas'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../../db/scope.ts'
import { DeviceOffline, type Driver } from '../../../drivers/driver.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { preparedRoute, type Route } from '../../../endpoint/route.ts'
import { safeText } from '../value-text.ts'
import { readCustom } from './custom-parameters.ts'
import { checkNames, planOf, requireCommands, runsCommands, type StoredEntry } from './data.ts'
import { faultText } from './logs.ts'

export interface TestDeps {
  db: Db
  ask: Driver['ask']
}

const resolved = systemScope('row resolved in scope before')

/** Seconds within which the device must have started and measured. */
const within = 30

/** Numbers the variables in order, in place of the ids of parameters. */
const numbered = (data: readonly Entry[]): StoredEntry[] => {
  let number = 0
  return data.map((entry) => ({
    ...entry,
    variables: entry.variables.map((variable) => ({ ...variable, parameter_id: ++number })),
  }))
}

async function findDevice(db: Db, scope: Scope, id: number) {
  const { rows } = await sql<{ online: boolean; able: boolean }>`
    SELECT coalesce(d.status = 1, false) AS online, ${templateCapability} = ANY (d.caps) AS able FROM devices d
    WHERE d.id = ${id} AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}`.execute(db)
  return rows[0]
}

/** The device's answer, or the reason there is none. */
type Outcome = { answer: string } | { refusal: Text }

async function measure({ ask }: TestDeps, deviceId: number, arg: string): Promise<Outcome> {
  try {
    const { state, exit, text: answer } = await ask(deviceId, { verb: 'measure', arg, seconds: within })
    if (state !== 'failed' && exit === 0) return { answer }
    if (exit === 127) return { refusal: text('monitoring.agent_too_old') }
    return { refusal: text('monitoring.test_failed', { reason: safeText(answer).trim().slice(0, 200) }) }
  } catch (error) {
    return { refusal: text(error instanceof DeviceOffline ? 'monitoring.device_offline' : 'monitoring.no_answer') }
  }
}

type Line = { value: string | number | boolean | null } | { fault: TemplateFault }

/** Reads `<number> = <JSON>` for a measured value, `<number> ! <word>` for one that could not be measured. */
function readLines(answer: string): Map<number, Line> {
  const lines = new Map<number, Line>()
  for (const line of answer.split('\n')) {
    const [, number, sign, rest = ''] = /^(\d{1,3}) ([=!]) (.*)$/.exec(line) ?? []
    if (sign === '!') {
      const fault = templateFaults.find((word) => rest.split(' ')[0] === word)
      if (fault) lines.set(Number(number), { fault })
    } else if (sign === '=') {
      try {
        const value: unknown = JSON.parse(rest)
        if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
          lines.set(Number(number), { value: value as string })
      } catch {
        // Treated as not measured.
      }
    }
  }
  return lines
}

function present(data: readonly StoredEntry[], outcome: Outcome): Tested {
  if ('refusal' in outcome) {
    const problem = outcome.refusal
    return {
      values: data.flatMap(({ url, variables }) => variables.map(({ id }) => ({ url, id, value: null, problem }))),
    }
  }
  const lines = readLines(outcome.answer)
  return {
    values: data.flatMap(({ url, variables }) =>
      variables.map(({ parameter_id, id, type, default: fallback = null, enum: allowed = null }) => {
        const line = lines.get(parameter_id)
        const raw = line && 'value' in line ? line.value : null
        const { stored, problem } = readCustom({ type, url, name: id, fallback, allowed }, raw)
        const fault = !line || 'value' in line ? (raw === null ? ('missing' as const) : undefined) : line.fault
        return {
          url,
          id,
          value: type === 'boolean' && stored !== null ? stored === 1 : stored,
          problem: problem ?? (fault ? faultText(fault, { url, name: id }) : null),
        }
      }),
    ),
  }
}

/** A device takes seconds to answer, so it is asked outside the transaction. */
export const testRoute = (deps: TestDeps): Route =>
  preparedRoute(
    testMonitoringTemplate,
    async ({ body, session }) => {
      checkNames(body.data)
      requireCommands(session, runsCommands(body.data))
      const device = await findDevice(deps.db, session.scope, body.device_id)
      if (!device) throw notFound('device_id')
      const data = numbered(body.data)
      const arg = formatPlans([planOf(0, 0, data)])
      if (escapeText(arg).length > linkLimits.downCommandBytes)
        throw new Problem('VALIDATION_FAILED', { source: 'data', message: text('monitoring.test_too_long') })
      if (!device.online) return present(data, { refusal: text('monitoring.device_offline') })
      if (!device.able) return present(data, { refusal: text('monitoring.agent_too_old') })
      return present(data, await measure(deps, body.device_id, arg))
    },
    async ({ db, body, audit }, tested) => {
      const { rows } = await sql<{ name: string; company_id: number; l1_id: number | null; l2_id: number | null }>`
        SELECT d.name, d.company_id, d.l1_id, d.l2_id FROM devices d WHERE d.id = ${body.device_id}
          AND ${resolved}`.execute(db)
      const [device] = rows
      if (device)
        audit({
          target: 'device',
          targetId: body.device_id,
          name: device.name,
          company: device,
          mentions: { devices: { kind: 'device', id: body.device_id, name: device.name } },
          after: { parameters: tested.values.length, expressions: runsCommands(body.data) },
        })
      return { data: tested }
    },
  )
