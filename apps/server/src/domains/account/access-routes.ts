import {
  changePassword,
  createToken,
  deleteToken,
  endOtherSessions,
  endSession,
  listSessions,
  listTokens,
} from '@longreach/contract/account/access-endpoints'
import { tokenLimits } from '@longreach/contract/account/forms'
import type { Brand } from '@longreach/contract/brand/schemas'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import type { Bus } from '../../bus/bus.ts'
import { csrfToken, setSessionCookies } from '../../endpoint/cookies.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { renewSession } from '../../endpoint/session.ts'
import type { Seal } from '../../seal.ts'
import type { Mailer } from '../mail/mailer.ts'
import { findAccount } from '../users/store.ts'
import { sessionEnded } from '../users/topics.ts'
import {
  countTokens,
  deleteOtherSessions,
  deleteSession,
  findSessions,
  insertToken,
  setPassword,
} from './access-store.ts'
import type { SignInLimits } from './limits.ts'
import { hashPassword, passwordMatches } from './password.ts'
import { checkPassword } from './password-rules.ts'
import { requireHttps } from './require-https.ts'
import { findSessionUser } from './store.ts'

export interface AccessDeps {
  bus: Bus
  mailer: Mailer
  brand: Brand
  limits: SignInLimits
  allowHttp: boolean
  seal: Seal
  csrfCookie: string
}

type Ending = Pick<Call, 'session' | 'emit' | 'after'>

export function accessRoutes({ bus, ...deps }: AccessDeps): Route[] {
  const ended = ({ session, emit, after }: Ending, ids: readonly number[]) => {
    const { userId: user_id } = session
    emit(...ids.map((session_id) => ({ type: 'session.ended' as const, data: { session_id, user_id } })))
    after(() => {
      for (const id of ids) bus.publish(sessionEnded, { id })
    })
  }

  return [
    route(listSessions, async ({ db, session }) => ({
      data: (await findSessions(db, session.userId, 'browser')).map((row) => ({
        id: row.id,
        user_agent: row.user_agent,
        current: row.id === session.id,
        created_at: formatTime(row.created_at),
        expires_at: formatTime(row.expires_at),
        last_used_at: formatTime(row.last_used_at ?? row.created_at),
        last_ip: row.last_ip ?? row.ip,
      })),
    })),
    route(endSession, async (call) => {
      const { db, session, params, audit } = call
      if (!(await deleteSession(db, session.userId, 'browser', params.id))) throw notFound()
      audit({ target: 'session', targetId: params.id })
      ended(call, [params.id])
      return { data: {} }
    }),
    route(endOtherSessions, async (call) => {
      const { db, session, audit } = call
      const ids = await deleteOtherSessions(db, session.userId, session.id, 'browser')
      for (const id of ids) audit({ target: 'session', targetId: id })
      ended(call, ids)
      return { data: { ended: ids.length } }
    }),
    route(listTokens, async ({ db, session }) => ({
      data: (await findSessions(db, session.userId, 'token')).map((row) => ({
        id: row.id,
        name: row.name ?? '',
        scopes: row.scopes ?? [],
        created_at: formatTime(row.created_at),
        expires_at: formatTime(row.expires_at),
        last_used_at: row.last_used_at && formatTime(row.last_used_at),
        last_ip: row.last_ip,
      })),
    })),
    route(createToken, async ({ db, session, body, ip, audit }) => {
      if (session.actorId !== null) throw new Problem('FORBIDDEN')
      if ((await countTokens(db, session.userId)) >= tokenLimits.count) {
        throw new Problem('CONFLICT', { message: text('account.too_many_tokens', { count: tokenLimits.count }) })
      }
      const scopes = [...new Set(body.scopes)]
      const made = await insertToken(db, { userId: session.userId, name: body.name, scopes, days: body.days, ip })
      const expires_at = formatTime(made.expiresAt)
      audit({ target: 'session', targetId: made.id, after: { name: body.name, scopes, expires_at } })
      return { data: { id: made.id, token: made.token, expires_at } }
    }),
    route(deleteToken, async (call) => {
      const { db, session, params, audit } = call
      const token = (await findSessions(db, session.userId, 'token')).find(({ id }) => id === params.id)
      if (!token || !(await deleteSession(db, session.userId, 'token', params.id))) throw notFound()
      audit({ target: 'session', targetId: params.id, name: token.name ?? '' })
      ended(call, [params.id])
      return { data: {} }
    }),
    route(changePassword, async (call) => {
      const { db, session, body, secure, reply, audit } = call
      requireHttps(secure, deps.allowHttp)
      if (session.actorId !== null) throw new Problem('FORBIDDEN')
      await deps.limits.confirm(session.id)
      const account = await findAccount(db, session.username)
      const before = account?.password_hash ?? ''
      const wrong = () =>
        new Problem('VALIDATION_FAILED', { source: 'current_password', message: text('account.wrong_password') })
      if (!(await passwordMatches(account?.password_hash, body.current_password))) throw wrong()
      await deps.limits.confirmed(session.id)
      const user = await findSessionUser(db, session.userId)
      const { brand, mailer } = deps
      const known = [user.username, user.email, user.company_name, brand.app_name, brand.company_name]
      checkPassword(body.password, [...known, brand.full_app_name])
      if (!(await setPassword(db, session.userId, before, await hashPassword(body.password)))) throw wrong()
      await mailer.mail(db, {
        to: user.email,
        template: 'password_changed',
        data: { username: user.username },
        company: session,
      })
      ended(call, await deleteOtherSessions(db, session.userId, session.id))
      const renewed = await renewSession(db, session)
      setSessionCookies(reply, secure, { ...renewed, csrf: csrfToken(deps.seal, session.id) }, deps.csrfCookie)
      audit({ target: 'user', targetId: session.userId })
      return { data: {} }
    }),
  ]
}
