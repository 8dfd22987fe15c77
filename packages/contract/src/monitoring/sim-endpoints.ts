import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { endpoint } from '../endpoint.ts'
import { exportOf, fieldsOf } from '../export.ts'
import { companyContext, searchIn, withNot, wordListText } from '../filter.ts'
import { formFields, optionalFields } from '../forms/schema.ts'
import { text } from '../i18n.ts'
import { id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { simForm, simLimitsForm } from './forms.ts'
import { simSorts, simStates } from './usage-constants.ts'
import { fleetSimSchema, simTotalsSchema, zoneText } from './usage-schemas.ts'

const simFilters = {
  ...withNot({
    company_id: z.optional(idText('company')),
    device_id: z.optional(idListText('device')),
    /** Any of the states. */
    state: z.optional(wordListText(simStates)),
  }),
  ...companyContext,
}

export const listFleetSims = endpoint({
  name: 'monitoring.fleet_sims',
  method: 'GET',
  path: '/sims',
  summary:
    'List the SIMs of all devices: what each used of its limit in the billing period, and what is to be expected',
  permission: 'view_devices',
  query: listQuery(simSorts, {
    id: z.optional(idListText('sim')),
    ...searchIn(['iccid', 'device_name', 'operator']),
    ...simFilters,
  }),
  response: z.array(z.partial(fleetSimSchema)),
  meta: listMeta,
})

export const simTotals = endpoint({
  name: 'monitoring.sim_totals',
  method: 'GET',
  path: '/sims/totals',
  summary: 'Count the SIMs by state, and sum up what those with a limit used, may use, and are expected to use',
  permission: 'view_devices',
  query: z.object(companyContext),
  response: simTotalsSchema,
})

export const exportFleetSims = exportOf(listFleetSims, {
  name: 'monitoring.export_sims',
  summary: 'Download the SIMs of a list as CSV',
  file: 'sims',
  columns: fieldsOf(fleetSimSchema),
})

export const setSimLimits = endpoint({
  name: 'monitoring.set_sim_limits',
  method: 'PUT',
  path: '/sims',
  summary:
    'Set the data limit or the billing day of SIMs, named or by the filter of a list; null removes a limit, what is left out stays',
  permission: 'update_devices',
  undoable: true,
  body: chosen('id', 'sim', simFilters, {
    ...formFields(simLimitsForm),
    data_limit: optionalFields(simForm).data_limit,
    /** Its days decide about the limit. */
    time_zone: z.optional(zoneText()),
  }).check(
    z.refine(({ data_limit, billing_day }) => data_limit !== undefined || billing_day !== undefined, {
      error: text('forms.no_change'),
    }),
  ),
  response: z.array(z.object({ id: id('sim') })),
})
