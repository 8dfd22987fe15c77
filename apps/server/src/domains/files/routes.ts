import {
  deleteFile,
  deleteFiles,
  getFile,
  getFileCompanies,
  listFiles,
  setFileCompanies,
  updateFile,
} from '@longreach/contract/files/endpoints'
import type { FileRecord } from '@longreach/contract/files/schemas'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { lacks } from '../../endpoint/lacks.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../endpoint/selection.ts'
import { requireCompanies } from '../companies/store.ts'
import type { FilesInUse } from './hooks.ts'
import {
  describeFile,
  type FileRow,
  findBelow,
  findFile,
  findFileCompanies,
  findFileIds,
  findFiles,
  type LockedFile,
  lockFiles,
  removeFiles,
  replaceFileCompanies,
} from './store.ts'

const presentFile = (row: FileRow): FileRecord => ({ ...row, created_at: formatTime(row.created_at) })

/** Throws for firmware of all companies unless the user may upload it. */
function checkGlobal({ session }: Pick<Call, 'session'>, files: readonly LockedFile[]): void {
  const global = files.some(({ type }) => type === 'global_firmware')
  if (global && !session.permissions.has('upload_files_global_scope')) throw lacks(session, 'upload_files_global_scope')
}

async function lockOne(call: Pick<Call, 'db' | 'scope' | 'session'>, id: number): Promise<LockedFile> {
  const files = await lockFiles(call.db, call.scope, [id])
  if (!files[0]) throw notFound()
  checkGlobal(call, files)
  return files[0]
}

export function fileRoutes({ inUse }: { inUse: readonly FilesInUse[] }): Route[] {
  /** Errors for files that are in use. */
  async function findUses({ db }: Pick<Call, 'db'>, files: readonly LockedFile[]) {
    const ids = files.map(({ id }) => id)
    const found = await Promise.all(inUse.map((uses) => uses(db, ids)))
    return found.flatMap((uses) =>
      [...uses].map(([id, message]) => ({ code: 'CONFLICT' as const, message, source: String(id) })),
    )
  }

  async function remove({ db, audit }: Pick<Call, 'db' | 'audit'>, files: readonly LockedFile[]): Promise<void> {
    await removeFiles(
      db,
      files.map(({ id }) => id),
    )
    for (const { id, name, type, description, ...company } of files)
      audit({ target: 'file', targetId: id, company, before: { name, type, description } })
  }

  return [
    route(listFiles, async ({ db, scope, query }) => {
      const { page, total } = await findFiles(db, scope, query)
      return { data: page.map(presentFile), meta: { total } }
    }),
    route(getFile, async ({ db, scope, params }) => {
      const file = await findFile(db, scope, params.id)
      if (!file) throw notFound()
      return { data: presentFile(file) }
    }),
    route(updateFile, async (call) => {
      const { db, params, body, audit } = call
      const file = await lockOne(call, params.id)
      const description = body.description ?? file.description
      await describeFile(db, file.id, description)
      const { id: targetId, name } = file
      audit({
        target: 'file',
        targetId,
        name,
        company: file,
        before: { description: file.description },
        after: { description },
      })
      return { data: {} }
    }),
    route(deleteFile, async (call) => {
      const file = await lockOne(call, call.params.id)
      const errors = await findUses(call, [file])
      if (errors.length > 0) throw new Problem('CONFLICT', { errors })
      await remove(call, [file])
      return { data: {} }
    }),
    route(deleteFiles, async (call) => {
      const { db, scope, body } = call
      const { id, filter = {} } = body
      const selected = await selectedIds(id, async (most) => {
        await requireCompanies(db, scope, [filter.company_id, filter['ne:company_id']])
        return findFileIds(db, scope, filter, most)
      })
      const files = await lockFiles(db, scope, selected)
      checkGlobal(call, files)
      const errors = missingRows(id, files)
      if (files.length === 0) throw new Problem('NOT_FOUND', { errors })
      const uses = await findUses(call, files)
      const used = new Set(uses.map(({ source }) => source))
      const unused = files.filter((file) => !used.has(String(file.id)))
      if (unused.length === 0) throw new Problem('CONFLICT', { errors: uses })
      await remove(call, unused)
      return { data: unused.map((file) => ({ id: file.id })), errors: [...errors, ...uses] }
    }),
    route(getFileCompanies, async ({ db, scope, params }) => {
      if (!(await findFile(db, scope, params.id))) throw notFound()
      return { data: { company_id: await findFileCompanies(db, scope, params.id) } }
    }),
    route(setFileCompanies, async (call) => {
      const { db, scope, params, body, audit } = call
      const file = await lockOne(call, params.id)
      const ids = [...new Set(body.company_id)]
      const below = new Set(await findBelow(db, scope, file.company_id, ids))
      const wrong = body.company_id.findIndex((id) => !below.has(id))
      if (wrong >= 0)
        throw new Problem('NOT_FOUND', { source: `company_id.${wrong}`, message: text('files.not_below') })
      const before = await findFileCompanies(db, scope, file.id)
      await replaceFileCompanies(db, scope, file.id, ids)
      audit({
        target: 'file',
        targetId: file.id,
        name: file.name,
        company: file,
        before: { companies: before },
        after: { companies: ids },
      })
      return { data: {} }
    }),
  ]
}
