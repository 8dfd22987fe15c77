import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { deviceCreated, devicesMoving } from '../devices/hooks.ts'
import { moveEntries, restoredCredentials } from './devices-moving.ts'
import { entryList, insertMainEntries } from './entries.ts'
import { entryRoutes } from './entry-routes.ts'
import { accessSessionList, remoteLogList } from './history.ts'
import { remoteJobs } from './jobs.ts'
import type { SessionDeps } from './open-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { endLeftovers } from './session-store.ts'

type Base = Pick<Services, 'db' | 'seal' | 'bus' | 'emit' | 'node' | 'log'>

type Needs = Pick<Services, 'db' | 'bus' | 'emit'>

/** Services for the pages and shells of devices in browsers. */
export type ConnectServices = Omit<SessionDeps, keyof Base>

interface ApiNeeds extends Base {
  connect: ConnectServices
}

export const remoteModule = defineModule({
  name: 'remote',
  lists: [entryList, remoteLogList, accessSessionList],
  named: [namedObject('remote_access', 'view_device_remote_access', entryList)],
  hooks: ({ bus, emit }: Needs) => [deviceCreated.use(insertMainEntries), devicesMoving.use(moveEntries(bus, emit))],
  undo: () => [restoredCredentials],
  routes: ({ db, seal, bus, emit, node, log, connect }: ApiNeeds) => [
    ...entryRoutes({ seal, bus, emit }),
    ...sessionRoutes({ db, seal, bus, emit, node, log, ...connect }),
  ],
  jobs: ({ db, emit }: Needs) => remoteJobs(db, emit),
  tables: { follow: ['remote_access'], stay: ['remote_sessions'] },
  // Two years of access history.
  retention: [
    { table: 'remote_sessions', since: 'ended_at', days: 731 },
    // Kept as long as a move can be undone.
    { table: 'moved_credentials', since: 'moved_at', hours: 24 },
  ],
  unexported: ['moved_credentials'],
  sealed: [
    { table: 'moved_credentials', id: 'id', column: 'credentials' },
    { table: 'remote_access', id: 'id', column: 'credentials' },
  ],
  silentNodes: ({ db, emit }: Needs) => endLeftovers(db, emit, null),
})
