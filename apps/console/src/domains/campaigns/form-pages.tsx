import './texts.ts'
import {
  createCampaign,
  resumeCampaign,
  startCampaign,
  updateCampaign,
  updateChangeCampaign,
} from '@longreach/contract/campaigns/endpoints'
import {
  editCampaignForm,
  editChangeCampaignForm,
  newCampaignForm,
  resumeCampaignForm,
  startCampaignForm,
} from '@longreach/contract/campaigns/forms'
import { Loaded } from '../../forms/loaded.tsx'
import type { FormPage } from '../../registry/domain.ts'
import {
  EditCampaignWindow,
  NewCampaignWindow,
  ResumeCampaignWindow,
  StartCampaignWindow,
} from './campaign-windows.tsx'
import { EditChangeWindow } from './edit-change-window.tsx'
import { campaignQuery } from './queries.ts'

/** Forms about campaigns as pages; the id is the campaign. */
export const pages: readonly FormPage[] = [
  { form: newCampaignForm, call: createCampaign, Page: () => <NewCampaignWindow rows={{ filter: {} }} /> },
  {
    form: editCampaignForm,
    call: updateCampaign,
    needsId: true,
    Page: ({ id }) => (
      <Loaded query={campaignQuery(Number(id))}>{(campaign) => <EditCampaignWindow campaign={campaign} />}</Loaded>
    ),
  },
  {
    form: editChangeCampaignForm,
    call: updateChangeCampaign,
    needsId: true,
    Page: ({ id }) => (
      <Loaded query={campaignQuery(Number(id))}>{(campaign) => <EditChangeWindow campaign={campaign} />}</Loaded>
    ),
  },
  {
    form: startCampaignForm,
    call: startCampaign,
    needsId: true,
    Page: ({ id }) => <StartCampaignWindow id={Number(id)} />,
  },
  {
    form: resumeCampaignForm,
    call: resumeCampaign,
    needsId: true,
    Page: ({ id }) => <ResumeCampaignWindow id={Number(id)} />,
  },
]
