import { type Declaration, isFirmware } from '@longreach/contract/files/constants'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import { lockFiles } from '../files/store.ts'
import { familyOfImage } from './match.ts'

interface DeclaredRow {
  id: number
  name: string
  version: string | null
  boards: string[]
  declared: Declaration | null
}

/** True if two images are for the same devices. */
function alike(one: Pick<DeclaredRow, 'version' | 'boards'>, other: Pick<DeclaredRow, 'version' | 'boards'>): boolean {
  const family = familyOfImage(one)
  if (family !== undefined && family === familyOfImage(other)) return true
  return one.boards.some((board) => other.boards.includes(board))
}

/** Declares an image; it replaces another one of its company for the same devices. */
export async function declareImage(
  { db, scope, session, audit }: Pick<Call, 'db' | 'scope' | 'session' | 'audit'>,
  id: number,
  declared: Declaration | null,
): Promise<void> {
  const [file] = await lockFiles(db, scope, [id])
  if (!file) throw notFound()
  if (file.type === 'global_firmware' && !session.permissions.has('upload_files_global_scope'))
    throw new Problem('FORBIDDEN')
  if (!isFirmware(file.type))
    throw new Problem('VALIDATION_FAILED', { source: 'id', message: text('firmware.not_image') })
  // One call at a time in a company, so that two calls do not declare two images for the same devices.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('declared images', ${file.company_id}))`.execute(db)
  const { rows } = await sql<DeclaredRow>`
    SELECT f.id, f.name, f.version, f.boards, f.declared FROM files f
    WHERE f.company_id = ${file.company_id} AND (f.id = ${id} OR f.declared = ${declared})
      AND ${systemScope('row resolved in scope before')} ORDER BY f.id`.execute(db)
  const own = rows.find((row) => row.id === id)
  if (!own || own.declared === declared) return
  const replaced = rows.filter((row) => row.id !== id && alike(own, row))
  await sql`
    UPDATE files f SET declared = CASE WHEN id = ${id} THEN ${declared} END
    WHERE id = ANY (${[id, ...replaced.map((row) => row.id)]}::bigint[])
      AND ${systemScope('row resolved in scope before')}`.execute(db)
  for (const row of replaced)
    audit({
      target: 'file',
      targetId: row.id,
      name: row.name,
      company: file,
      before: { declared },
      after: { declared: null },
    })
  audit({
    target: 'file',
    targetId: id,
    name: file.name,
    company: file,
    before: { declared: own.declared },
    after: { declared },
  })
}
