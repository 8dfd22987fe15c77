import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf } from '../export.ts'
import { companyContext, searchIn, wordListText } from '../filter.ts'
import { id, idText } from '../ids.ts'
import { intText, listMeta, listQuery } from '../page.ts'
import { campaignDeviceStates, campaignStates } from './constants.ts'
import {
  campaignChangeSchema,
  campaignDetailsSchema,
  campaignDeviceIds,
  campaignDeviceSchema,
  campaignSchema,
  changeCampaignChangeSchema,
  newCampaignSchema,
  newChangeCampaignSchema,
  resumeSchema,
  startSchema,
  wipedValues,
} from './schemas.ts'

const one = z.object({ id: idText('campaign') })

export const listCampaigns = endpoint({
  name: 'campaigns.list',
  method: 'GET',
  path: '/campaigns',
  summary: 'List campaigns, newest first',
  permission: 'view_device_logs',
  query: listQuery(['created_at', 'name'], {
    ...searchIn(['name']),
    state: z.optional(wordListText(campaignStates)),
    ...companyContext,
  }),
  response: z.array(campaignSchema),
  meta: listMeta,
})

export const getCampaign = endpoint({
  name: 'campaigns.get',
  method: 'GET',
  path: '/campaigns/{id}',
  summary: 'Get a campaign with its plan, its waves and what failed',
  permission: 'view_device_logs',
  params: one,
  response: campaignDetailsSchema,
})

export const listCampaignDevices = endpoint({
  name: 'campaigns.devices',
  method: 'GET',
  path: '/campaigns/devices',
  summary: 'List devices of campaigns with what became of each; failed ones first',
  permission: 'view_device_logs',
  query: listQuery(['state', 'name', 'wave'], {
    ...searchIn(['device_name', 'device_serial']),
    campaign_id: z.optional(idText('campaign')),
    device_id: z.optional(idText('device')),
    state: z.optional(wordListText(campaignDeviceStates)),
    wave: z.optional(intText(1)),
  }),
  response: z.array(campaignDeviceSchema),
  meta: listMeta,
})

export const exportCampaignDevices = exportOf(listCampaignDevices, {
  name: 'campaigns.export_devices',
  summary: 'Download the outcome of a campaign as CSV',
  file: 'campaign',
  columns: [
    'campaign_id',
    'device_id',
    'device_name',
    'device_serial',
    'wave',
    'state',
    'failed_check',
    'detail',
    'version_before',
    'version',
    'started_at',
    'ended_at',
  ],
})

export const createCampaign = endpoint({
  name: 'campaigns.create',
  method: 'POST',
  path: '/campaigns',
  summary: 'Draft a campaign: nothing is sent before it is started',
  permission: 'create_multi_configuration',
  body: newCampaignSchema,
  response: z.object({ id: id('campaign') }),
  status: 201,
})

export const createChangeCampaign = endpoint({
  name: 'campaigns.create_change',
  method: 'POST',
  path: '/campaigns/changes',
  summary:
    'Draft a campaign that changes settings (configure: template_id or calls), restores a backup (restore: file_id) or runs tasks (task_group: group_id)',
  permission: 'create_multi_configuration',
  body: newChangeCampaignSchema,
  response: z.object({ id: id('campaign') }),
  status: 201,
})

export const updateCampaign = endpoint({
  name: 'campaigns.update',
  method: 'PUT',
  path: '/campaigns/{id}',
  summary: 'Change a draft of a campaign for firmware; its devices stay if none are given',
  permission: 'create_multi_configuration',
  params: one,
  body: campaignChangeSchema,
  response: empty,
})

export const updateChangeCampaign = endpoint({
  name: 'campaigns.update_change',
  method: 'PUT',
  path: '/campaigns/changes/{id}',
  summary:
    'Change a draft of a campaign for settings, a backup or tasks; what it brings and its devices stay if none are given',
  permission: 'create_multi_configuration',
  params: one,
  body: changeCampaignChangeSchema,
  response: empty,
})

export const deleteCampaign = endpoint({
  name: 'campaigns.delete',
  method: 'DELETE',
  path: '/campaigns/{id}',
  summary: 'Delete a draft, or a campaign that has ended',
  permission: 'create_multi_configuration',
  params: one,
  response: empty,
})

export const startCampaign = endpoint({
  name: 'campaigns.start',
  method: 'POST',
  path: '/campaigns/{id}/start',
  summary:
    'Start a draft, now or at a time. Its devices are those that match now; others are not eligible and listed with the reason',
  permission: 'create_multi_configuration',
  params: one,
  body: startSchema,
  response: z.object({ devices: z.int(), left_out: z.int() }),
})

export const pauseCampaign = endpoint({
  name: 'campaigns.pause',
  method: 'POST',
  path: '/campaigns/{id}/pause',
  summary: 'Pause a campaign: nothing more is sent. What runs on a device goes on',
  permission: 'create_multi_configuration',
  params: one,
  response: empty,
})

export const resumeCampaign = endpoint({
  name: 'campaigns.resume',
  method: 'POST',
  path: '/campaigns/{id}/resume',
  summary:
    'Continue a campaign that is paused or halted. Failures until now, and a wave without a result, do not hold it back any more',
  permission: 'create_multi_configuration',
  params: one,
  body: resumeSchema,
  response: empty,
})

export const cancelCampaign = endpoint({
  name: 'campaigns.cancel',
  method: 'POST',
  path: '/campaigns/{id}/cancel',
  summary: 'Cancel the rest of a campaign. What runs on a device goes on',
  permission: 'create_multi_configuration',
  params: one,
  response: empty,
})

export const skipCampaignDevices = endpoint({
  name: 'campaigns.skip',
  method: 'POST',
  path: '/campaigns/{id}/skip',
  summary: 'Skip devices to which nothing was sent yet: those named, or all that wait because they are offline',
  permission: 'create_multi_configuration',
  params: one,
  body: z.strictObject({ device_id: z.optional(campaignDeviceIds) }),
  response: z.object({ skipped: z.int() }),
})

export const retryCampaignDevices = endpoint({
  name: 'campaigns.retry',
  method: 'POST',
  path: '/campaigns/{id}/retry',
  summary:
    'Try failed devices again, all or those named; a halted campaign continues. One whose secret values were wiped needs them again',
  permission: 'create_multi_configuration',
  params: one,
  body: z.strictObject({ device_id: z.optional(campaignDeviceIds), variables: z.optional(wipedValues) }),
  response: z.object({ retried: z.int() }),
})
