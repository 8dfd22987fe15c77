import { text } from '@longreach/contract/i18n'
import { notFound } from '../../endpoint/problem.ts'
import { changedSince, type UndoStep, undoKind } from '../../endpoint/undo.ts'
import { createRoleChange, type RoleDeps } from './apply-change.ts'
import { checkReach, checkTitle, lockFor, lockRoles } from './change.ts'

interface Words {
  title: string
  description: string
}

interface EditedRole {
  id: number
  before: Words
  after: Words
}

export const roleEdited = (state: EditedRole): UndoStep => ({ kind: 'roles.edit', state })

/** Restores title and description; permissions are not changed back. */
export function editedRoles(deps: RoleDeps) {
  const change = createRoleChange(deps)
  return undoKind<EditedRole>('roles.edit', 'update_roles', async (call, states) => {
    const { db, session } = call
    for (const { id, before, after } of states) {
      const { actor, locked } = await lockFor(db, session, 'update_roles', (scope) => lockRoles(db, scope, [id]))
      const [role] = locked
      if (!role) throw notFound()
      await checkReach(db, actor, role)
      if (role.title !== after.title || role.description !== after.description)
        throw changedSince(text('roles.undo_edited', { title: role.title }))
      await checkTitle(db, role.company_id, before.title, id)
      await change(call, role, { ...before, permissions: undefined })
    }
  })
}
