import { makeDevice, type Place, type World } from './world.ts'

/** A rule of a device for its signal below −75 dBm. */
export async function makeAlertRule(
  { db }: Pick<World, 'db'>,
  place: Place,
  device_id: number,
  values: Record<string, unknown> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('alert_rules')
    .values({
      ...place,
      email_company_id: place.company_id,
      device_id,
      event: 9,
      type: 3,
      action: 2,
      subject: '%et: %rn',
      message: '%rn: %ex',
      username: 'operator',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A rule and an alert that it raised. */
export async function makeAlert(
  world: World,
  place: Place,
): Promise<{ alert: number; alert_rule: number; device: number }> {
  const device = await makeDevice(world, place)
  const alert_rule = await makeAlertRule(world, place, device)
  const { id } = await world.db
    .insertInto('alerts')
    .values({
      ...place,
      rule_id: alert_rule,
      device_id: device,
      device_name: 'Gate',
      event: 9,
      type: 3,
      seen: 'Signal lost',
      message: 'Gate: signal lost',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { alert: id, alert_rule, device }
}
