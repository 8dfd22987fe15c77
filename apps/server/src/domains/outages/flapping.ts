import { flappingOutages } from '@longreach/contract/devices/constants'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { ofItsOwn } from './own-causes.ts'

/** Stores which devices have lost their link several times within a day for reasons of their own. */
export async function reviewFlapping(db: Db): Promise<void> {
  await sql`
    WITH flapping AS (
      SELECT device_id FROM device_outages
      WHERE started_at > now() - interval '1 day' AND reason NOT IN ${ofItsOwn}
      GROUP BY device_id HAVING count(*) >= ${flappingOutages}
    ), changed AS (
      SELECT device_id AS id, true AS flapping FROM flapping
      UNION ALL
      SELECT d.id, false FROM devices d
      WHERE d.flapping AND d.id NOT IN (SELECT device_id FROM flapping) AND ${systemScope('background job')}
    )
    UPDATE devices d SET flapping = c.flapping FROM changed c
    WHERE d.id = c.id AND d.flapping <> c.flapping AND ${systemScope('background job')}`.execute(db)
}
