import { text } from '@longreach/contract/i18n'
import { fitsCompany } from '@longreach/contract/roles/fits'
import type { Bus } from '../../bus/bus.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { Session } from '../../endpoint/session.ts'
import { changedSince, undoKind } from '../../endpoint/undo.ts'
import { checkLastAdministrator } from './administrators.ts'
import { endSessionsOf, setPlace } from './change.ts'
import type { UserLeaving } from './hooks.ts'
import { checkFits, checkPerson, type LockedCompany, type LockedUser, lockGivenRole, lockUsers } from './lock.ts'
import { insertMove } from './moves.ts'
import { sessionEnded } from './topics.ts'

export interface UserDeps {
  bus: Pick<Bus, 'publish'>
  leaving: readonly UserLeaving[]
}

export type Changing = Pick<Call, 'db' | 'audit' | 'emit' | 'after' | 'undoable'>
export type Role = Awaited<ReturnType<typeof lockGivenRole>>

/** Ends a user's open sessions, and cancels queued work in their name. */
export const createLeave =
  ({ bus, leaving }: UserDeps) =>
  async ({ db, emit, after }: Pick<Changing, 'db' | 'emit' | 'after'>, user: LockedUser): Promise<void> => {
    const published = await Promise.all(leaving.map((handle) => handle(db, user)))
    const ended = await endSessionsOf(db, user.id)
    emit(...ended.map((session_id) => ({ type: 'session.ended' as const, data: { session_id, user_id: user.id } })))
    after(() => {
      for (const publish of published) publish()
      for (const id of ended) bus.publish(sessionEnded, { id })
    })
  }

const movedKind = 'users.move'

interface MovedUser {
  id: number
  from: { company_id: number; role_id: number }
  to: { company_id: number; role_id: number }
}

interface Move {
  actor: Session
  user: LockedUser
  to: LockedCompany
  /** Role for a user whose own role does not exist in the company; with `always` for any user. */
  given?: Role | undefined
  always?: boolean
}

/** Moves a locked user; nothing is written before a refusal. */
export function createMove(deps: UserDeps) {
  const leave = createLeave(deps)
  return async (call: Changing, { actor, user, to, given, always = false }: Move): Promise<void> => {
    await checkPerson(call.db, actor, user)
    if (user.company_id === to.company_id) {
      throw new Problem('VALIDATION_FAILED', {
        message: text('users.already_there', { username: user.username, company: to.name }),
      })
    }
    const own = { id: user.role_id, title: user.role_title, company_id: user.role_company_id }
    const role = given && (always || !fitsCompany(own, to.company_id)) ? given : own
    checkFits(role, to)
    await checkLastAdministrator(call.db, user)
    await leave(call, user)
    await setPlace(call.db, user.id, to, role.id)
    await insertMove(call.db, user, to, actor)
    const change = {
      mentions: { company: { kind: 'company', id: to.company_id, name: to.name } },
      before: {
        username: user.username,
        company_id: user.company_id,
        company: user.company_name,
        role_id: user.role_id,
        role: user.role_title,
      },
      after: { company_id: to.company_id, company: to.name, role_id: role.id, role: role.title },
    }
    // Visible to the companies above the old company and above the new one.
    for (const company of [user, to]) call.audit({ target: 'user', targetId: user.id, company, ...change })
    const state: MovedUser = {
      id: user.id,
      from: { company_id: user.company_id, role_id: user.role_id },
      to: { company_id: to.company_id, role_id: role.id },
    }
    call.undoable({ kind: movedKind, state })
    const data = { user_id: user.id, company_id: to.company_id, from_company_id: user.company_id }
    call.emit({ type: 'user.moved', data })
  }
}

/** Moves users back, each with the role they had. */
export function movedUsers(deps: UserDeps) {
  const move = createMove(deps)
  return undoKind<MovedUser>(movedKind, 'move_users', async (call, states) => {
    const { db, session } = call
    const homes = [...Map.groupBy(states, ({ from }) => from.company_id)].sort(([a], [b]) => a - b)
    for (const [home, moved] of homes) {
      const ids = moved.map(({ id }) => id)
      const { actor, users, target } = await lockUsers(db, session, 'move_users', ids, home)
      if (!target || users.length < moved.length) throw notFound()
      for (const { id, from, to } of moved) {
        const user = users.find((one) => one.id === id) as LockedUser
        if (user.company_id !== to.company_id || user.role_id !== to.role_id)
          throw changedSince(text('users.undo_moved', { username: user.username }))
        const given = await lockGivenRole(db, actor, from.role_id)
        await move(call, { actor, user, to: target, given, always: true })
      }
    }
  })
}
