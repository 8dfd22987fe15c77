import type { ErrorItem } from '@longreach/contract/errors'
import { text } from '@longreach/contract/i18n'
import {
  deleteAnyUser,
  deleteUser,
  deleteUserByEmail,
  deleteUsers,
  moveUsers,
  updateUser,
  updateUsers,
} from '@longreach/contract/users/endpoints'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../endpoint/selection.ts'
import type { Session } from '../../endpoint/session.ts'
import { requireCompanies } from '../companies/store.ts'
import { requireRoles } from '../roles/store.ts'
import { rightsChanged } from '../roles/topics.ts'
import { checkLastAdministrator } from './administrators.ts'
import { removeUser, setRole } from './change.ts'
import { checkFits, checkPerson, type LockedUser, lockGivenRole, lockUsers } from './lock.ts'
import { type Changing, createLeave, createMove, type Role, type UserDeps } from './move.ts'
import { findByEmail, findUserIds } from './store.ts'

/**
 * Applies a change to each user for whom it is allowed; errors name the others, and those that do not exist. Nothing
 * must be written before a refusal.
 */
async function forEach(
  named: readonly number[] | undefined,
  users: readonly LockedUser[],
  work: (user: LockedUser) => Promise<void>,
): Promise<{ data: { id: number }[]; errors: ErrorItem[] }> {
  const missing = missingRows(named, users)
  const data: { id: number }[] = []
  const errors: ErrorItem[] = []
  let refusal: Problem | undefined
  for (const user of users) {
    const { id } = user
    try {
      await work(user)
      data.push({ id })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refusal ??= error
      errors.push({ code: error.code, message: error.errors[0]?.message ?? error.message, source: String(id) })
    }
  }
  errors.push(...missing)
  if (data.length === 0) throw new Problem(refusal?.code ?? 'NOT_FOUND', { errors })
  return { data, errors }
}

/** The users that a call names, or all that its filter matches. */
function usersOf({ db, scope, body }: Pick<Call<typeof deleteUsers>, 'db' | 'scope' | 'body'>): Promise<number[]> {
  const { user_id, filter = {} } = body
  return selectedIds(user_id, async (most) => {
    await requireCompanies(db, scope, [filter.company_id, filter['ne:company_id']])
    await requireRoles(db, scope, [...(filter.role_id ?? []), ...(filter['ne:role_id'] ?? [])])
    return findUserIds(db, scope, filter, most)
  })
}

const only = (users: readonly LockedUser[]): LockedUser => {
  if (!users[0]) throw notFound()
  return users[0]
}

export function userChangeRoutes({ bus, leaving }: UserDeps): Route[] {
  const leave = createLeave({ bus, leaving })
  const move = createMove({ bus, leaving })

  async function giveRole(call: Changing, actor: Session, user: LockedUser, role: Role): Promise<void> {
    await checkPerson(call.db, actor, user)
    checkFits(role, { company_id: user.company_id, name: user.company_name })
    await checkLastAdministrator(call.db, user, role.id)
    await setRole(call.db, user.id, role.id)
    call.audit({
      target: 'user',
      targetId: user.id,
      company: user,
      mentions: { role: { kind: 'role', id: role.id, name: role.title } },
      before: { username: user.username, role_id: user.role_id, role: user.role_title },
      after: { role_id: role.id, role: role.title },
    })
    call.emit({ type: 'user.changed', data: { user_id: user.id, company_id: user.company_id } })
    call.after(() => bus.publish(rightsChanged, { userIds: [user.id] }))
  }

  async function remove(call: Changing, actor: Session, user: LockedUser, closing = false): Promise<void> {
    await checkPerson(call.db, actor, user)
    if (!closing || user.company_id === 0) await checkLastAdministrator(call.db, user)
    await leave(call, user)
    await removeUser(call.db, user.id)
    const { username, email, role_title } = user
    call.audit({ target: 'user', targetId: user.id, company: user, before: { username, email, role: role_title } })
    call.emit({ type: 'user.deleted', data: { user_id: user.id, company_id: user.company_id, username } })
  }

  async function removeAny(call: Changing & Pick<Call, 'session'>, id: number): Promise<void> {
    const { actor, users } = await lockUsers(call.db, call.session, 'super_admin', [id])
    await remove(call, actor, only(users), true)
  }

  return [
    route(updateUser, async (call) => {
      const { actor, users } = await lockUsers(call.db, call.session, 'update_users', [call.params.id])
      const user = only(users)
      await giveRole(call, actor, user, await lockGivenRole(call.db, actor, call.body.role_id))
      return { data: {} }
    }),
    route(updateUsers, async (call) => {
      const ids = await usersOf(call)
      const { actor, users } = await lockUsers(call.db, call.session, 'update_users', ids)
      const role = await lockGivenRole(call.db, actor, call.body.role_id)
      return forEach(call.body.user_id, users, (user) => giveRole(call, actor, user, role))
    }),
    route(moveUsers, async (call) => {
      const { company_id, role_id } = call.body
      const ids = await usersOf(call)
      const { actor, users, target } = await lockUsers(call.db, call.session, 'move_users', ids, company_id)
      if (!target) throw notFound('company_id')
      const given = role_id === undefined ? undefined : await lockGivenRole(call.db, actor, role_id)
      if (given) checkFits(given, target)
      return forEach(call.body.user_id, users, (user) => move(call, { actor, user, to: target, given }))
    }),
    route(deleteUser, async (call) => {
      const { actor, users } = await lockUsers(call.db, call.session, 'delete_users', [call.params.id])
      await remove(call, actor, only(users))
      return { data: {} }
    }),
    route(deleteUsers, async (call) => {
      const ids = await usersOf(call)
      const { actor, users } = await lockUsers(call.db, call.session, 'delete_users', ids)
      return forEach(call.body.user_id, users, (user) => remove(call, actor, user))
    }),
    route(deleteAnyUser, async (call) => {
      await removeAny(call, call.params.id)
      return { data: {} }
    }),
    route(deleteUserByEmail, async (call) => {
      const id = await findByEmail(call.db, call.scope, call.body.email)
      if (id === undefined) throw new Problem('NOT_FOUND', { source: 'email', message: text('users.no_such_address') })
      await removeAny(call, id)
      return { data: {} }
    }),
  ]
}
