import type { Bus } from '../../bus/bus.ts'
import type { Call } from '../../endpoint/route.ts'
import { changeRole, type LockedRole } from './change.ts'
import type { RoleChanging } from './hooks.ts'
import { rightsChanged } from './topics.ts'

export interface RoleDeps {
  bus: Pick<Bus, 'publish'>
  changing: readonly RoleChanging[]
}

/** Changes a locked role; includes the checks of other modules and notifies its users. */
export const createRoleChange =
  ({ bus, changing }: RoleDeps) =>
  async (
    { db, emit, after }: Pick<Call, 'db' | 'emit' | 'after'>,
    role: LockedRole,
    to: Parameters<typeof changeRole>[2],
  ): Promise<void> => {
    const checks = []
    for (const handle of changing) checks.push(await handle(db, role))
    await changeRole(db, role.id, to)
    emit({ type: 'role.changed', data: { role_id: role.id, company_id: role.company_id } })
    const userIds: number[] = []
    for (const check of checks) userIds.push(...(await check()))
    after(() => bus.publish(rightsChanged, { userIds }))
  }
