import { createHash } from 'node:crypto'
import { linkTimes } from '@longreach/contract/link/limits'
import { formatPlans, measureLimits, templateCapability } from '@longreach/contract/link/template-lines'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import { planOf, type StoredEntry } from './data.ts'

interface Row {
  id: number
  period: number
  data: StoredEntry[]
}

/**
 * The plan file for a device's agent: a line for everything it is to measure now. Undefined if there is nothing, or the
 * agent does not support templates.
 */
export async function compilePlans(db: Db, deviceId: number): Promise<{ content: Buffer; sha256: string } | undefined> {
  const { rows } = await sql<Row>`
    SELECT t.id, x.period, t.data FROM device_templates x
    JOIN monitoring_templates t ON t.id = x.template_id JOIN devices d ON d.id = x.device_id
    WHERE x.device_id = ${deviceId} AND x.enabled AND t.enabled AND d.monitoring_enabled
      AND ${templateCapability} = ANY (d.caps) AND t.company_id IN (d.company_id, d.l1_id, d.l2_id)
      AND ${systemScope('link of the device itself')}
    ORDER BY t.id`.execute(db)
  if (rows.length === 0) return undefined
  const content = Buffer.from(formatPlans(rows.map(({ id, period, data }) => planOf(id, period, data))))
  if (content.length > measureLimits.plans) return undefined
  return { content, sha256: createHash('sha256').update(content).digest('hex') }
}

/** Words of the settings: the checksum of the plan file, and a ticket to fetch it unless the device already has it. */
export async function planWords(
  db: Db,
  deviceId: number,
  has: string | undefined,
  issue: (sha256: string, seconds: number) => Promise<string>,
): Promise<Record<string, string | number>> {
  const plans = await compilePlans(db, deviceId)
  if (!plans) return {}
  const { sha256, content } = plans
  if (sha256 === has) return { templates: sha256 }
  const template_ticket = await issue(sha256, linkTimes.fileTicketLife)
  return { templates: sha256, template_ticket, template_bytes: content.length }
}
