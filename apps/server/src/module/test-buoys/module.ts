import { deviceCreated } from '../../domains/devices/hooks.ts'
import { route } from '../../endpoint/route.ts'
import { defineModule } from '../module.ts'
import type { Services } from '../services.ts'
import { addBuoy, buoyList, buoyNews, insertBuoy, listBuoys, paint, paintBuoys, removeBuoys } from './buoys.ts'

type Needs = Pick<Services, 'queue' | 'db' | 'bus'>

/** A domain as a developer would add it: a separate folder, and a line in the list of modules. */
export const buoysModule = defineModule({
  name: 'buoys',
  lists: [buoyList],
  hooks: ({ queue }: Needs) => [deviceCreated.use(addBuoy(queue))],
  events: () => [removeBuoys],
  routes: () => [
    route(listBuoys, async ({ db, scope, query }) => {
      const { page, total } = await buoyList.page(db, scope, query)
      return { data: page, meta: { total } }
    }),
  ],
  jobs: ({ db, bus }: Needs) => [paintBuoys.handle(({ deviceId }) => paint(db, bus, deviceId))],
  retention: [{ table: 'buoys' as never, since: 'created_at' as never, days: 365 }],
  news: [buoyNews],
  demo: { fill: (tx) => insertBuoy(tx, { company_id: 0, l1_id: null, l2_id: null }, 7) },
})
