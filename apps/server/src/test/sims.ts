import { makeDevice, type Place, type World } from './world.ts'

let count = 0

/** A SIM in slot 1 of a device of the company, or of the given one. */
export async function makeSim(
  world: World,
  place: Place,
  { device, ...values }: Record<string, unknown> & { device?: number } = {},
): Promise<number> {
  const { id } = await world.db
    .insertInto('sims')
    .values({ ...place, iccid: `893700${String(++count).padStart(13, '0')}`, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('sim_slots')
    .values({
      device_id: device ?? (await makeDevice(world, place)),
      ...{ modem: 1, slot: 1, sim_id: id, first_at: new Date(), seen_at: new Date() },
    })
    .execute()
  return id
}
