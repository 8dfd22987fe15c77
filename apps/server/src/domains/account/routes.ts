import { confirmPassword } from '@longreach/contract/account/access-endpoints'
import { getSessionUser, login, refreshToken, revokeToken } from '@longreach/contract/account/endpoints'
import { setUp } from '@longreach/contract/account/register-endpoints'
import type { SessionUser } from '@longreach/contract/account/schemas'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { clearSessionCookies, csrfToken, readSessionCookie, setSessionCookies } from '../../endpoint/cookies.ts'
import { Problem } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import { confirmSession, endSession, refreshSession, type Session, startSession } from '../../endpoint/session.ts'
import type { Emit } from '../../events/emit.ts'
import type { Seal } from '../../seal.ts'
import { findAccount } from '../users/store.ts'
import { sessionEnded } from '../users/topics.ts'
import { endLeastRecent } from './access-store.ts'
import { setUpAdmin } from './first-admin.ts'
import type { SignInStep } from './hooks.ts'
import { knownBrowser, rememberBrowser } from './known-browser.ts'
import type { SignInLimits } from './limits.ts'
import { passwordMatches } from './password.ts'
import { checkPassword } from './password-rules.ts'
import type { RefusedSignIns } from './refused-sign-ins.ts'
import { requireHttps } from './require-https.ts'
import { findSessionUser, markLogin } from './store.ts'

export interface AccountDeps {
  seal: Seal
  bus: Bus
  limits: SignInLimits
  refused: RefusedSignIns
  /** True if plain HTTP beyond localhost is allowed (ALLOW_HTTP). */
  allowHttp: boolean
  /** Date `YYYY-MM-DD` of the terms that users agree to; null without terms: then an earlier agreement counts. */
  termsDate: string | null
  csrfCookie: string
  steps: readonly SignInStep[]
  emit: Emit
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

/** An agreement older than the terms does not count. */
function accepted(at: Date | null, termsDate: string | null): boolean {
  if (at === null || termsDate === null) return at !== null
  const since = new Date(`${termsDate}T00:00:00Z`)
  return at >= since || since > new Date()
}

async function presentUser(db: Db, session: Session, termsDate: string | null): Promise<SessionUser> {
  const user = await findSessionUser(db, session.userId)
  const exp = seconds(session.expiresAt)
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    avatar_url: null,
    mfa_type: user.mfa_type as SessionUser['mfa_type'],
    tos_accepted: accepted(user.tos_accepted_at, termsDate),
    email_verified: user.email_verified_at !== null,
    last_login_at: user.last_login_at && formatTime(user.last_login_at),
    company: {
      id: user.company_id,
      name: user.company_name,
      parent_id: user.parent_id,
      level: user.level,
      show_payment: user.show_payment,
    },
    company_id: user.company_id,
    company_name: user.company_name,
    role: { id: user.role_id, name: user.role_name, title: user.role_title },
    role_id: user.role_id,
    role_title: user.role_title,
    permissions: [...session.permissions],
    exp,
    token: {
      sub: String(session.userId),
      iat: seconds(session.createdAt),
      exp,
      ...(session.actorId === null ? {} : { act: { sub: String(session.actorId) } }),
    },
    impersonation_access_limit: null,
    isImpersonating: session.actorId !== null,
    show_payment: user.show_payment,
    show_payment_control: user.show_payment && user.level === 1,
    country_iso_code: null,
  }
}

export function accountRoutes(deps: AccountDeps): Route[] {
  async function endOne(tx: Db, { id, userId }: Session): Promise<void> {
    await endSession(tx, id)
    await deps.emit(tx, { type: 'session.ended', data: { session_id: id, user_id: userId } })
  }
  const checkHttps = ({ secure }: { secure: boolean }) => requireHttps(secure, deps.allowHttp)
  return [
    route(login, async (call) => {
      const { db, body, ip, userAgent, secure, reply } = call
      checkHttps(call)
      const account = await findAccount(db, body.username)
      const browser = account && knownBrowser(deps.seal, reply.request, account.id)
      const attempt = { name: account?.username ?? body.username, address: ip, browser }
      const attempts = await deps.limits.attempt(attempt).catch((problem: unknown) => {
        deps.refused.tooMany()
        throw problem
      })
      if (!(await passwordMatches(account?.password_hash, body.password)) || !account) {
        await deps.refused.wrongPassword(call, { account, attempts })
        throw new Problem('INVALID_CREDENTIALS')
      }
      for (const step of deps.steps) await step(db, account)
      const { visitor } = call
      const userId = account.id
      const { least, ended, ...session } = await db.transaction().execute(async (tx) => {
        const started = await startSession(tx, { userId, passwordHash: account.password_hash, ip, userAgent })
        if (!started) throw new Problem('INVALID_CREDENTIALS')
        // A sign-in replaces the browser's session.
        if (visitor) await endOne(tx, visitor)
        const least = await endLeastRecent(tx, userId, started.id)
        await markLogin(tx, userId)
        await deps.emit(
          tx,
          ...least.map((session_id) => ({ type: 'session.ended' as const, data: { session_id, user_id: userId } })),
          { type: 'session.started', data: { session_id: started.id, user_id: userId } },
        )
        return { ...started, least, ended: visitor ? [...least, visitor.id] : least }
      })
      await deps.limits.succeeded(attempt)
      call.after(() => {
        for (const id of ended) deps.bus.publish(sessionEnded, { id })
      })
      setSessionCookies(reply, secure, { ...session, csrf: csrfToken(deps.seal, session.id) }, deps.csrfCookie)
      rememberBrowser(deps.seal, reply, secure, userId)
      const after = least.length > 0 ? { ended_sessions: least } : undefined
      call.audit({ target: 'user', targetId: userId, company: account, by: account, after })
      return { data: {} }
    }),
    route(setUp, async (call) => {
      const { db, body, ip, audit } = call
      checkHttps(call)
      checkPassword(body.password, [body.email])
      const attempt = { name: body.email, address: ip }
      await deps.limits.attempt(attempt)
      if (!(await setUpAdmin(db, body.token, body.email, body.password))) {
        throw new Problem('FORBIDDEN', {
          message: text('account.setup_link_expired'),
        })
      }
      await deps.limits.succeeded(attempt)
      audit({ target: 'user', after: { email: body.email } })
      return { data: {} }
    }),
    route(getSessionUser, async ({ db, session }) => ({ data: await presentUser(db, session, deps.termsDate) })),
    route(confirmPassword, async ({ db, session, body, audit }) => {
      await deps.limits.confirm(session.id)
      const account = await findAccount(db, session.username)
      if (!(await passwordMatches(account?.password_hash, body.password))) {
        throw new Problem('VALIDATION_FAILED', { source: 'password', message: text('account.wrong_password') })
      }
      await deps.limits.confirmed(session.id)
      await confirmSession(db, session.id)
      audit({ target: 'user', targetId: session.userId })
      return { data: {} }
    }),
    route(refreshToken, async ({ db, session, secure, reply }) => {
      const { token, expiresAt } = await refreshSession(db, deps.seal, session, readSessionCookie(reply.request) ?? '')
      const csrf = csrfToken(deps.seal, session.id)
      if (token) setSessionCookies(reply, secure, { token, csrf, expiresAt }, deps.csrfCookie)
      return { data: { exp: seconds(expiresAt) } }
    }),
    route(revokeToken, async ({ db, visitor, secure, reply, after }) => {
      clearSessionCookies(reply, secure, deps.csrfCookie)
      if (visitor) {
        await db.transaction().execute((tx) => endOne(tx, visitor))
        after(() => deps.bus.publish(sessionEnded, { id: visitor.id }))
      }
      return { data: { location: null } }
    }),
  ]
}
