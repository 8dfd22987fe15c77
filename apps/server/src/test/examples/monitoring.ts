import { createMonitoringTemplate } from '@longreach/contract/monitoring/template-endpoints'
import { makeSim } from '../sims.ts'
import { type Example, type Examples, fresh, month, type OwnIds, ofDevice, type Theirs } from './shared.ts'

export const monitoringData = [
  { url: '/proc/loadavg', variables: [{ id: 'load', ref: '1/1', type: 'number' as const }] },
]

/** Each with a different name. */
export const monitoringTemplate = (company_id: number) => ({
  company_id,
  name: fresh('Measured '),
  period: 300,
  enabled: true,
  data: monitoringData,
})

const ofMonitoring =
  (body?: (own: OwnIds) => Promise<object>): Example =>
  async (own, client) => {
    const { data } = await client.call(createMonitoringTemplate, { body: monitoringTemplate(own.company) })
    return { params: { id: data.id }, ...(body && { body: await body(own) }) }
  }

/** A parameter of a template of the company. */
const ofField: Example = async (own, client) => {
  const { data } = await client.call(createMonitoringTemplate, { body: monitoringTemplate(own.company) })
  return { query: { field: `${data.id}:/proc/loadavg:load` } }
}

export const examples: Examples = {
  'monitoring.history': ofDevice({ query: { parameters: 'signal,rsrp', ...month } }),
  'monitoring.information': async (own) => ({ params: { id: await own.device(), type: 'dynamic' }, query: month }),
  'monitoring.data_usage': ofDevice({ query: month }),
  'monitoring.information_history': ofDevice({ query: { datetime: month.start_date } }),
  'monitoring.parameter_history': ofDevice({ query: { datetime: month.start_date, parameter: 'signal' } }),
  'monitoring.export_usage': ofDevice({ query: month }),
  'monitoring.sims': ofDevice(),
  'monitoring.update_sim': async (own) => ({
    params: { id: await own.device(), modem: 1, sim_id: 1 },
    body: { data_limit: 5_000_000_000, billing_day: 15 },
  }),
  'monitoring.set_sim_limits': async (own) => ({ body: { id: [await own.sim()], data_limit: 5_000_000_000 } }),
  'monitoring.traffic': ofDevice({ query: month }),
  'monitoring.report_times': ofDevice(),
  'monitoring.report_dates': ofDevice(),
  'monitoring.times_of_date': ofDevice({ query: { date: month.start_date.slice(0, 10) } }),
  'monitoring.moment': ofDevice({ query: { datetime: month.start_date } }),
  'monitoring.export_history': ofDevice({ query: { parameters: 'signal,rsrp', ...month } }),
  'monitoring.location_history': ofDevice({ query: month }),
  'monitoring.company_metrics': async (own) => ({ params: { id: own.company }, query: { parameter: 'signal' } }),
  'monitoring.company_data': async (own) => ({ params: { id: own.company }, query: { parameter: 'signal' } }),
  'monitoring.tag_data': async (own) => ({ params: { id: await own.tag() }, query: { parameter: 'signal' } }),
  'monitoring.tag_group_data': async (own) => ({ params: { id: await own.tag() }, query: { parameter: 'signal' } }),
  'monitoring.template': ofMonitoring(),
  'monitoring.create_template': async (own) => ({ body: monitoringTemplate(own.company) }),
  'monitoring.update_template': ofMonitoring(async () => ({ name: fresh('Measured ') })),
  'monitoring.delete_template': ofMonitoring(),
  'monitoring.assigned': async (own) => ({ query: { device_id: await own.device() } }),
  'monitoring.assign_templates': async (own, client) => {
    const { data } = await client.call(createMonitoringTemplate, { body: monitoringTemplate(own.company) })
    return { body: { configs: [{ id: data.id, device_id: [await own.device()], period: 300, enabled: true }] } }
  },
  'monitoring.assign_template': ofMonitoring(async (own) => ({ device_id: [await own.device()] })),
  'monitoring.unassign_template': ofMonitoring(async (own) => ({ device_id: [await own.device()] })),
  'monitoring.test_template': async (own) => ({ body: { device_id: await own.device(), data: monitoringData } }),
  'monitoring.custom_data': ofDevice({ query: month }),
  'monitoring.parameter_graph': ofField,
  'monitoring.parameter_values': ofField,
}

export const theirs: Theirs = async (world, place, client) => {
  const { data } = await client.call(createMonitoringTemplate, { body: monitoringTemplate(place.company_id) })
  return { monitoring_template: data.id, sim: await makeSim(world, place) }
}
