import type { OpenMap } from '../../base-map.ts'
import { createLoop } from '../../jobs/loop.ts'
import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { companiesLosing, companiesMoving, companyBlocker, companyDeleted } from '../companies/hooks.ts'
import { tagAction } from '../tags/hooks.ts'
import { authorizedDeviceList } from './authorized/devices.ts'
import { createUnauthorizedLog } from './authorized/log.ts'
import { authorizedRoutes } from './authorized/routes.ts'
import { editedDevices } from './change.ts'
import { countLostTags, deletedDevices, listedDevices, lockDevicesOf, removeEnrolmentKeysOf } from './company.ts'
import { devicesDemo } from './demo.ts'
import { keyRoutes } from './enrolment/key-routes.ts'
import { enrolmentKeyList } from './enrolment/keys.ts'
import { enrolmentRoutes, type InstallInfo } from './enrolment/routes.ts'
import {
  actionCounts,
  deviceAvailability,
  deviceCreated,
  deviceFirmware,
  devicesDeleted,
  devicesMoving,
  monitoringTurnedOn,
  presenceChanged,
} from './hooks.ts'
import { importRoutes } from './import/routes.ts'
import { continueStalled, importJob } from './import/work.ts'
import { deviceJobs } from './jobs.ts'
import { deviceList } from './list.ts'
import { deviceLogList } from './logs.ts'
import { movedDevices } from './move/move.ts'
import { moveRoutes } from './move/routes.ts'
import { mapRoutes } from './places/map-routes.ts'
import { recordPresence } from './presence.ts'
import { partitions, retention } from './retention.ts'
import { deviceRoutes } from './routes.ts'
import { endSilentLinks } from './silent-nodes.ts'
import { fireTags, firstContact } from './tagging/tag-firings.ts'
import { deviceTagRoutes } from './tagging/tag-routes.ts'
import { taggedDevices } from './tagging/tag-undo.ts'
import { deviceNews } from './topics.ts'

type Needs = Pick<Services, 'db' | 'bus' | 'emit' | 'queue' | 'log'>

/** Milliseconds between two checks for tags that were put on devices. */
const firingEvery = 1000

interface ApiNeeds extends Pick<Services, 'db' | 'seal' | 'bus' | 'queue' | 'agentVersion' | 'log'> {
  install: InstallInfo
  baseMap: OpenMap
}

export const devicesModule = defineModule({
  name: 'devices',
  lists: [deviceList, deviceLogList, enrolmentKeyList, authorizedDeviceList],
  named: [namedObject('device', 'view_devices', deviceList)],
  offers: [
    actionCounts,
    deviceAvailability,
    deviceCreated,
    deviceFirmware,
    devicesDeleted,
    devicesMoving,
    monitoringTurnedOn,
    presenceChanged,
  ],
  hooks: () => [
    companyBlocker.use(listedDevices),
    companyBlocker.use(deletedDevices),
    companyDeleted.use(removeEnrolmentKeysOf),
    companiesMoving.use(lockDevicesOf),
    companiesLosing.use(countLostTags),
    presenceChanged.use(firstContact),
  ],
  routes: ({ db, seal, bus, queue, agentVersion, log, install, baseMap }: ApiNeeds, { handlers }) => {
    const logUnauthorized = createUnauthorizedLog(db, log)
    return [
      ...deviceRoutes({
        seal,
        bus,
        queue,
        logUnauthorized,
        created: handlers(deviceCreated),
        availability: handlers(deviceAvailability),
        firmware: handlers(deviceFirmware),
        turnedOn: handlers(monitoringTurnedOn),
        actionCounts: handlers(actionCounts),
        agentVersion,
      }),
      ...deviceTagRoutes(),
      ...mapRoutes(baseMap),
      ...moveRoutes(handlers(devicesMoving)),
      ...keyRoutes(bus, logUnauthorized),
      ...enrolmentRoutes({ seal, install }),
      ...authorizedRoutes(),
      ...importRoutes({ seal, queue, install, logUnauthorized }),
    ]
  },
  undo: ({ bus }: Needs, { handlers }) => [
    editedDevices(bus, handlers(monitoringTurnedOn)),
    taggedDevices,
    movedDevices(handlers(devicesMoving)),
  ],
  jobs: ({ db, bus, emit }: Needs, { handlers }) => [
    ...deviceJobs(db, handlers(devicesDeleted)),
    importJob({ db, bus, emit, created: handlers(deviceCreated) }),
  ],
  loops: ({ db, bus, log }: Needs, { handlers }) => {
    const deps = { db, bus, kinds: () => handlers(tagAction) }
    return [createLoop({ name: 'tag actions', every: firingEvery, run: () => fireTags(deps), log })]
  },
  // Devices come before their counts, and changes before the counts into which they are folded.
  tables: {
    follow: [
      'enrolment_keys',
      'imports',
      'devices',
      'device_count_changes',
      'device_counts',
      'device_places',
      'device_place_changes',
      'device_place_counts',
    ],
    stay: ['device_logs'],
  },
  partitions,
  retention,
  unexported: ['device_claims', 'device_settings_due', 'file_tickets', 'import_rows', 'tag_firings', 'tunnel_tickets'],
  sealed: [
    { table: 'device_claims', id: 'device_id', column: 'secret' },
    { table: 'enrolment_keys', id: 'id', column: 'secret' },
    { table: 'import_rows', id: 'id', column: 'password' },
  ],
  async silentNodes({ db, bus, emit, queue }: Needs, { handlers }) {
    await endSilentLinks(db, bus, recordPresence(emit, handlers(presenceChanged)))
    await continueStalled(db, queue)
  },
  news: deviceNews,
  demo: devicesDemo,
})
