import { makeAlert } from '../alerts.ts'
import type { Examples, Theirs } from './shared.ts'

export const examples: Examples = {
  'alerts.get': async (own) => ({ params: { id: (await own.alert()).alert } }),
  'alerts.delete': async (own) => ({ params: { id: (await own.alert()).alert } }),
  'alerts.delete_many': async (own) => ({ body: { id: [(await own.alert()).alert] } }),
  'alerts.get_rule': async (own) => ({ params: { id: (await own.alert()).alert_rule } }),
  'alerts.create_rules': async (own) => ({
    body: {
      data: [
        {
          device_id: await own.device(),
          alert_type_id: 3,
          alert_subtype_id: 9,
          action: 3,
          email: 'duty@example.test',
          message: '%rn: %ex',
        },
      ],
    },
  }),
  'alerts.update_rule': async (own) => ({
    params: { id: (await own.alert()).alert_rule },
    body: { message: '%rn: %ex at %ts' },
  }),
  'alerts.delete_rule': async (own) => ({ params: { id: (await own.alert()).alert_rule } }),
  'alerts.delete_rules': async (own) => ({ body: { id: [(await own.alert()).alert_rule] } }),
  'alerts.delete_device_rule': async (own) => {
    const { device, alert_rule } = await own.alert()
    return { params: { device_id: device, alert_id: alert_rule } }
  },
}

export const theirs: Theirs = async (world, place) => {
  const { alert, alert_rule } = await makeAlert(world, place)
  return { alert, alert_rule }
}
