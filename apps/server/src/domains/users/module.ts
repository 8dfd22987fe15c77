import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { countRows } from '../companies/blockers.ts'
import { companyBlocker, companyDeleted } from '../companies/hooks.ts'
import type { Mailer } from '../mail/mailer.ts'
import { roleChanging } from '../roles/hooks.ts'
import { keepAdministrator } from './administrators.ts'
import { userChangeRoutes } from './change-routes.ts'
import { userLeaving } from './hooks.ts'
import { createInvitationLimit } from './invitations/limits.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { invitationList, removeInvitationsOf } from './invitations/store.ts'
import { movedUsers } from './move.ts'
import { moveList } from './moves.ts'
import { userRoutes } from './routes.ts'
import { userList } from './store.ts'

interface Needs extends Pick<Services, 'bus' | 'brand' | 'limits' | 'consoleUrl'> {
  mailer: Mailer
}

export const usersModule = defineModule({
  name: 'users',
  lists: [moveList, invitationList, userList],
  named: [namedObject('user', 'view_users', userList)],
  offers: [userLeaving],
  hooks: () => [
    companyBlocker.use({ name: 'users', message: 'users.block_company', count: countRows('users') }),
    companyDeleted.use(removeInvitationsOf),
    roleChanging.use(keepAdministrator),
  ],
  routes: ({ bus, mailer, brand, limits, consoleUrl }: Needs, { handlers }) => [
    ...userRoutes(),
    ...userChangeRoutes({ bus, leaving: handlers(userLeaving) }),
    ...invitationRoutes({ mailer, brand, consoleUrl, limit: createInvitationLimit(limits) }),
  ],
  undo: ({ bus }: Needs, { handlers }) => [movedUsers({ bus, leaving: handlers(userLeaving) })],
  tables: { follow: ['users', 'invitations'], stay: ['user_move_places'] },
  // Expired ones stay in the list for a while.
  retention: [{ table: 'invitations', since: 'expires_at', days: 90 }],
})
