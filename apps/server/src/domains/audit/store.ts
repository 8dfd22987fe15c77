import type { Db } from '../../db/client.ts'
import type { AuditDetail, Call } from '../../endpoint/route.ts'
import { type Said, type Undid, withSaid } from './stored.ts'

/** Calls without changes worth recording. */
const unaudited = new Set([
  'account.refresh',
  'account.invitation',
  'configs.backup_preview',
  'configs.known_settings',
  'configs.preview',
  'configs.preview_template',
  'devices.count_move_losses',
  'devices.preview_import',
  'files.send_part',
  'firmware.choices',
  'firmware.preview',
  'remote.status',
  'remote.open_shell',
])
export const isAudited = (action: string) => !unaudited.has(action)
/** Rows per statement, which can have some 65,000 parameters. */
const batch = 1000
const secretKeys = /password|secret|token|key$/i
/** Stored in place of a secret. */
export const secretMask = '•••'

/** Replaces the values of secret fields, at any depth. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretKeys.test(name) && inner !== null ? secretMask : maskSecrets(inner),
    ]),
  )
}

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(maskSecrets(value)))

function saidOf({ name, mentions, undid }: Partial<AuditDetail>, visitor: Call['visitor'], undo?: number): Said {
  return {
    ...(undo === undefined ? {} : { undo }),
    ...(undid === undefined ? {} : { undid: undid as Undid }),
    ...(name === undefined ? {} : { name }),
    ...(mentions === undefined ? {} : { mentions }),
    ...(visitor?.kind === 'token' ? { program: true } : {}),
  }
}

/**
 * Writes one line for each detail of a change, or one plain line, with the record by which it can be undone; runs in
 * the transaction of the change.
 */
export async function writeAudit(
  db: Db,
  action: string,
  call: Pick<Call, 'visitor' | 'ip' | 'userAgent' | 'requestId'>,
  details: readonly AuditDetail[],
  undo?: number,
): Promise<void> {
  const { visitor } = call
  if (!isAudited(action) || (!visitor && details.length === 0)) return
  const lines: Partial<AuditDetail>[] = details.length > 0 ? [...details] : [{}]
  for (let start = 0; start < lines.length; start += batch) {
    await writeLines(db, action, call, lines.slice(start, start + batch), undo)
  }
}

async function writeLines(
  db: Db,
  action: string,
  call: Pick<Call, 'visitor' | 'ip' | 'userAgent' | 'requestId'>,
  lines: readonly Partial<AuditDetail>[],
  undo: number | undefined,
): Promise<void> {
  const { visitor } = call
  await db
    .insertInto('audit')
    .values(
      lines.map((line) => {
        const place = line.company ?? visitor
        return {
          company_id: place?.company_id ?? 0,
          l1_id: place?.l1_id ?? null,
          l2_id: place?.l2_id ?? null,
          user_id: line.by?.id ?? visitor?.userId ?? null,
          actor_id: line.by ? null : (visitor?.actorId ?? null),
          username: line.by?.username ?? visitor?.username ?? null,
          action,
          target: line.target ?? null,
          target_id: line.targetId ?? null,
          before: toJson(line.before),
          after: toJson(withSaid(line.after, saidOf(line, visitor, undo))),
          ip: call.ip,
          user_agent: call.userAgent,
          request_id: call.requestId,
        }
      }),
    )
    .execute()
}
