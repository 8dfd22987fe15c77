import type { MailState } from '@longreach/contract/mail/constants'
import { deleteSuppressedEmail, exportMailLogs, listMailLogs } from '@longreach/contract/mail/endpoints'
import { formatTime } from '@longreach/contract/time'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import type { Seal } from '../../seal.ts'
import { findMailIds, findMailLogs, unsuppress } from './store.ts'

export interface MailDeps {
  seal: Seal
  /** True if the installation has a mail server. */
  sends: boolean
}

export function mailRoutes({ seal, sends }: MailDeps): Route[] {
  const linkOf = (sealed: Buffer | null): string | null =>
    sealed === null ? null : ((JSON.parse(seal.open(sealed)) as { link?: string }).link ?? null)
  // Without a mail server an administrator has to pass the link on; otherwise only its recipient sees it.
  const present = ({ sealed, ...mail }: Awaited<ReturnType<typeof findMailLogs>>['page'][number]) => ({
    ...mail,
    state: mail.state as MailState,
    link: sends ? null : linkOf(sealed),
    created_at: formatTime(mail.created_at),
    ended_at: mail.ended_at && formatTime(mail.ended_at),
  })
  return [
    route(listMailLogs, async ({ db, scope, query }) => {
      const { page, total } = await findMailLogs(db, scope, query)
      return { data: page.map(present), meta: { total, sends } }
    }),
    exportRoute(exportMailLogs, ({ db, scope, query }) =>
      byIds(
        (most) => findMailIds(db, scope, query, most),
        async (id) => (await findMailLogs(db, scope, { id, limit: id.length, offset: 0 })).page.map(present),
      ),
    ),
    route(deleteSuppressedEmail, async ({ db, params, audit }) => {
      if (!(await unsuppress(db, params.email))) throw notFound('email')
      audit({ target: 'suppressed_email', before: { email: params.email.toLowerCase() } })
      return { data: {} }
    }),
  ]
}
