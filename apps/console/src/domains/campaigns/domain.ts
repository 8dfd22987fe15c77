import { IconStack2 } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

export const campaigns = defineDomain({
  name: 'campaigns',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/management/campaigns',
      permissions: ['view_device_logs'],
      menu: { group: 'management', item: 'campaigns', label: 'campaigns:menu.campaigns', icon: IconStack2 },
      help: 'campaigns.main',
      page: () => import('./campaigns-page.tsx').then((file) => file.CampaignsPage),
    },
    {
      path: '/management/campaigns/$id',
      permissions: ['view_device_logs'],
      under: 'campaigns',
      help: 'campaigns.main',
      page: () => import('./campaign-page.tsx').then((file) => file.CampaignPage),
    },
  ],
  parts: [
    {
      at: 'shell.header',
      permissions: ['view_device_logs'],
      load: () => import('./campaign-counter.tsx').then((file) => file.CampaignCounter),
    },
    {
      at: 'devices.bulk',
      permissions: ['create_multi_configuration'],
      load: () => import('./bulk-campaign.tsx').then((file) => file.BulkCampaign),
    },
  ],
  forms: {
    names: ['newCampaign', 'editCampaign', 'editChangeCampaign', 'startCampaign', 'resumeCampaign'],
    load: () => import('./form-pages.tsx'),
  },
})
