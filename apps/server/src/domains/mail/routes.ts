import type { MailState } from '@longreach/contract/mail/constants'
import { deleteSuppressedEmail, listMailLogs } from '@longreach/contract/mail/endpoints'
import { formatTime } from '@longreach/contract/time'
import { notFound } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import type { Seal } from '../../seal.ts'
import { findMailLogs, unsuppress } from './store.ts'

export interface MailDeps {
  seal: Seal
  /** True when the installation has a mail server. */
  sends: boolean
}

export function mailRoutes({ seal, sends }: MailDeps): Route[] {
  const linkOf = (sealed: Buffer | null): string | null =>
    sealed === null ? null : ((JSON.parse(seal.open(sealed)) as { link?: string }).link ?? null)
  return [
    route(listMailLogs, async ({ db, scope, query }) => {
      const { page, total } = await findMailLogs(db, scope, query)
      const data = page.map(({ sealed, ...mail }) => ({
        ...mail,
        state: mail.state as MailState,
        // Somebody has to be able to pass the link on where no mail can be sent; elsewhere it is the recipient's alone.
        link: sends ? null : linkOf(sealed),
        created_at: formatTime(mail.created_at),
        ended_at: mail.ended_at && formatTime(mail.ended_at),
      }))
      return { data, meta: { total, sends } }
    }),
    route(deleteSuppressedEmail, async ({ db, params, audit }) => {
      if (!(await unsuppress(db, params.email))) throw notFound('email')
      audit({ target: 'suppressed_email', before: { email: params.email.toLowerCase() } })
      return { data: {} }
    }),
  ]
}
