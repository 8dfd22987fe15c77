import { deviceCreated } from '../../domains/devices/hooks.ts'
import { route } from '../../endpoint/route.ts'
import { defineModule } from '../module.ts'
import type { Services } from '../services.ts'
import { addBuoy, findBuoys, listBuoys, paint, paintBuoys } from './buoys.ts'

/** A domain as a developer would add it: a separate folder, and a line in the list of modules. */
export const buoysModule = defineModule({
  name: 'buoys',
  hooks: ({ queue }: Pick<Services, 'queue' | 'db'>) => [deviceCreated.use(addBuoy(queue))],
  routes: () => [
    route(listBuoys, async ({ db, scope }) => {
      const rows = await findBuoys(db, scope)
      return { data: rows, meta: { total: rows.length } }
    }),
  ],
  jobs: ({ db }: Pick<Services, 'queue' | 'db'>) => [paintBuoys.handle(({ deviceId }) => paint(db, deviceId))],
  retention: [{ table: 'buoys' as never, since: 'created_at' as never, days: 365 }],
})
