import { type Text, text } from '@longreach/contract/i18n'
import { noticeLimits } from '@longreach/contract/notices/constants'
import {
  createNotice,
  deleteNotice,
  exportNotices,
  listNotices,
  updateNotice,
} from '@longreach/contract/notices/endpoints'
import { readNotices } from '@longreach/contract/notices/read-endpoints'
import type { Notice } from '@longreach/contract/notices/schemas'
import { formatTime } from '@longreach/contract/time'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import {
  changeNotice,
  findActive,
  findNoticeIds,
  findNotices,
  insertNotice,
  lockNotice,
  removeNotice,
} from './store.ts'

const typeOf = (type: string) => type as Notice['type']
const timeOf = (time: Date | null) => time && formatTime(time)

/** Escaping may lengthen a text. The parser is loaded with the first message, for a faster start of the server. */
async function cleaned(message: string): Promise<string> {
  const { cleanMessage } = await import('./clean.ts')
  const clean = cleanMessage(message)
  const wrong = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'message', message })
  if (clean === '') throw wrong(text('notices.nothing_left'))
  if (clean.length > noticeLimits.message) throw wrong(text('forms.too_long', { count: noticeLimits.message }))
  return clean
}

const isOver = (end: Date | null) => end !== null && end.getTime() <= Date.now()

function checkEnd(enabled: boolean, end: Date | null): void {
  if (enabled && isOver(end))
    throw new Problem('VALIDATION_FAILED', { source: 'ends_at', message: text('forms.future') })
}

const auditValues = (notice: { type: string; message: string; enabled_at: Date | null; ends_at: Date | null }) => ({
  type: notice.type,
  message: notice.message,
  enabled: notice.enabled_at !== null,
  ends_at: timeOf(notice.ends_at),
})

const present = (row: Awaited<ReturnType<typeof findNotices>>['page'][number]) => ({
  ...row,
  type: typeOf(row.type),
  enabled_at: timeOf(row.enabled_at),
  ends_at: timeOf(row.ends_at),
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

export function noticeRoutes(): Route[] {
  return [
    route(readNotices, async ({ db }) => {
      const rows = await findActive(db)
      const data = rows.map(({ type, enabled_at, ...row }) => ({
        ...row,
        type: typeOf(type),
        enabled_at: formatTime(enabled_at as Date),
      }))
      return { data }
    }),
    route(listNotices, async ({ db, scope, query }) => {
      const { page, total } = await findNotices(db, scope, query)
      return { data: page.map(present), meta: { total } }
    }),
    exportRoute(exportNotices, ({ db, scope, query }) =>
      byIds(
        (most) => findNoticeIds(db, scope, query, most),
        async (id) => (await findNotices(db, scope, { id, limit: id.length, offset: 0 })).page.map(present),
      ),
    ),
    route(createNotice, async ({ db, session, body, audit }) => {
      const { type, enabled = false, ends_at = null } = body
      checkEnd(enabled, ends_at)
      const notice = { type, message: await cleaned(body.message), enabled_at: enabled ? new Date() : null, ends_at }
      const id = await insertNotice(db, session.userId, notice)
      audit({ target: 'notice', targetId: id, after: auditValues(notice) })
      return { data: { id } }
    }),
    route(updateNotice, async ({ db, params, body, audit }) => {
      const before = await lockNotice(db, params.id)
      if (!before) throw notFound()
      const { enabled = before.enabled_at !== null, ends_at = before.ends_at, type = before.type } = body
      // An ended notice can be edited and disabled; showing it again requires another end.
      if (body.enabled !== undefined || body.ends_at !== undefined) checkEnd(enabled, ends_at)
      // Enabled again, it counts as unread.
      const goesOn = before.enabled_at !== null && !isOver(before.ends_at)
      const after = {
        type,
        message: body.message === undefined ? before.message : await cleaned(body.message),
        enabled_at: enabled ? (goesOn || isOver(ends_at) ? before.enabled_at : new Date()) : null,
        ends_at,
      }
      await changeNotice(db, before.id, after)
      audit({ target: 'notice', targetId: before.id, before: auditValues(before), after: auditValues(after) })
      return { data: {} }
    }),
    route(deleteNotice, async ({ db, params, audit }) => {
      const before = await lockNotice(db, params.id)
      if (!before) throw notFound()
      await removeNotice(db, before.id)
      audit({ target: 'notice', targetId: before.id, before: auditValues(before) })
      return { data: {} }
    }),
  ]
}
