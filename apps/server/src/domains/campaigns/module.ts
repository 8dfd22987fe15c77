import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import { channelEventsAdded } from '../../endpoint/channels.ts'
import { createLoop } from '../../jobs/loop.ts'
import { type Assembly, defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { actionKind, createActionKinds } from '../actions/kinds.ts'
import { companiesMoving, companyDeleted } from '../companies/hooks.ts'
import { actionCounts } from '../devices/hooks.ts'
import { filesInUse } from '../files/hooks.ts'
import { countCampaigns } from './counts.ts'
import { campaignKind } from './hooks.ts'
import { campaignRoutes } from './routes.ts'
import { type CampaignDeps, settle } from './settle.ts'
import { campaignDeviceList, campaignList, findOpen, moveDevicesOf, removeCampaignsOf } from './store.ts'

type Needs = Pick<Services, 'db' | 'bus' | 'emit' | 'log' | 'seal'>

/** Milliseconds between two checks of open campaigns for due times and devices that come online. */
const lookEvery = 2000
/** Campaigns settled at once, so that one with thousands of devices does not keep the others waiting. */
const atOnce = 4

const depsOf = ({ db, bus, emit, seal }: Needs, { handlers }: Assembly): CampaignDeps => ({
  db,
  bus,
  emit,
  seal,
  actions: () => createActionKinds(handlers(actionKind)),
  kinds: () => handlers(campaignKind),
})

export const campaignsModule = defineModule({
  name: 'campaigns',
  offers: [campaignKind],
  lists: [campaignList, campaignDeviceList],
  named: [namedObject('campaign', 'view_device_logs', campaignList)],
  hooks: () => [
    actionCounts.use(countCampaigns),
    companyDeleted.use(removeCampaignsOf),
    companiesMoving.use((db, ids) => Promise.resolve(() => moveDevicesOf(db, ids))),
    filesInUse.use(async (db, ids) => {
      const { rows } = await sql<{ file_id: number; name: string }>`
        SELECT DISTINCT ON (c.file_id) c.file_id, c.name FROM campaigns c
        WHERE c.file_id = ANY (${[...ids]}::bigint[]) AND c.ended_at IS NULL AND ${systemScope('row resolved in scope before')}`.execute(
        db,
      )
      return new Map(rows.map(({ file_id, name }) => [file_id, text('campaigns.file_in_use', { name })]))
    }),
  ],
  routes: (services: Needs, assembly) => campaignRoutes(depsOf(services, assembly)),
  loops: (services: Needs, assembly) => {
    const deps = depsOf(services, assembly)
    const { bus, log } = services
    return [
      createLoop({
        name: 'campaigns',
        every: lookEvery,
        // Every step of an action is published.
        wakes: (wake) => bus.subscribe(channelEventsAdded, wake),
        async run() {
          const open = await findOpen(deps.db)
          // A campaign that cannot be settled does not stop the others.
          const settleNext = async () => {
            for (let id = open.shift(); id !== undefined; id = open.shift())
              await settle(deps, id).catch((err) => log.error({ err, campaign: id }, 'campaign not settled, retrying'))
          }
          await Promise.all(Array.from({ length: atOnce }, settleNext))
        },
        log,
      }),
    ]
  },
  tables: { follow: ['campaigns'], stay: ['campaign_devices'] },
  sealed: [{ table: 'campaigns', id: 'id', column: 'sealed' }],
})
