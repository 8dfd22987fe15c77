import './texts.ts'
import {
  cancelCampaign,
  deleteCampaign,
  pauseCampaign,
  resumeCampaign,
  retryCampaignDevices,
  skipCampaignDevices,
} from '@longreach/contract/campaigns/endpoints'
import type { Campaign, CampaignDetails } from '@longreach/contract/campaigns/schemas'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import { openRetry } from './open-windows.tsx'

type Named = Pick<Campaign, 'id' | 'name'>

/** Makes a call, shows its result, and reloads campaigns. False if it failed. */
async function change(client: QueryClient, send: () => Promise<string>): Promise<boolean> {
  try {
    toast(await send())
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  } finally {
    void client.invalidateQueries({ queryKey: ['campaigns'] })
  }
  return true
}

export const pause = ({ id }: Named, client: QueryClient) =>
  change(client, async () => {
    await call(pauseCampaign, { params: { id } })
    return i18next.t('campaigns:pause.done')
  })

/** A campaign that halted automatically is resumed in a window of its own. */
export const resume = ({ id }: Named, client: QueryClient) =>
  change(client, async () => {
    await call(resumeCampaign, { params: { id }, body: {} })
    return i18next.t('campaigns:resume.done')
  })

export async function cancel({ id, name, state }: Named & Pick<Campaign, 'state'>, client: QueryClient): Promise<void> {
  const whole = state === 'scheduled'
  const sure = await confirm({
    title: i18next.t(whole ? 'campaigns:cancel.titleAll' : 'campaigns:cancel.title', { name }),
    text: i18next.t('campaigns:cancel.text'),
    confirm: i18next.t(whole ? 'campaigns:actions.cancelAll' : 'campaigns:cancel.confirm'),
    cancel: i18next.t(state === 'running' ? 'campaigns:cancel.keepRunning' : 'campaigns:cancel.keep'),
    danger: true,
  })
  if (!sure) return
  await change(client, async () => {
    await call(cancelCampaign, { params: { id } })
    return i18next.t('campaigns:cancel.done')
  })
}

/** Asks, then deletes. True if it was deleted. */
export async function remove({ id, name }: Named, client: QueryClient): Promise<boolean> {
  const sure = await confirm({
    title: i18next.t('campaigns:delete.title', { name }),
    text: i18next.t('campaigns:delete.text'),
    confirm: i18next.t('campaigns:delete.confirm'),
    danger: true,
  })
  if (!sure) return false
  return change(client, async () => {
    await call(deleteCampaign, { params: { id } })
    return i18next.t('campaigns:delete.done')
  })
}

type Retried = Pick<CampaignDetails, 'id' | 'name' | 'secrets_wiped'>

/** Retries the given devices, or all that failed; in a window if secret values have to be entered again. */
export async function retry(campaign: Retried, client: QueryClient, devices?: readonly number[]): Promise<void> {
  if (campaign.secrets_wiped.length > 0) return openRetry(campaign, devices)
  const { id } = campaign
  await change(client, async () => {
    const body = devices ? { device_id: [...devices] } : {}
    const { retried: count } = (await call(retryCampaignDevices, { params: { id }, body })).data
    return i18next.t('campaigns:retry.done', { count, formatted: formatCount(count) })
  })
}

/** Skips a device, or all that wait because they are offline; asks first. */
export async function skip(
  { id }: Pick<Campaign, 'id'>,
  client: QueryClient,
  which: { device_id: number; device_name: string } | { offline: number },
): Promise<void> {
  const device = 'device_id' in which ? which : undefined
  const asked = 'offline' in which ? which.offline : 1
  const counted = { count: asked, formatted: formatCount(asked) }
  const sure = await confirm({
    title: device
      ? i18next.t('campaigns:skip.title', { name: device.device_name })
      : i18next.t('campaigns:skip.titleOffline', counted),
    text: i18next.t('campaigns:skip.text', counted),
    confirm: i18next.t('campaigns:skip.confirm', counted),
    cancel: i18next.t('campaigns:skip.keep', counted),
    danger: true,
  })
  if (!sure) return
  await change(client, async () => {
    const body = device ? { device_id: [device.device_id] } : {}
    const { skipped: count } = (await call(skipCampaignDevices, { params: { id }, body })).data
    return i18next.t('campaigns:skip.done', { count, formatted: formatCount(count) })
  })
}
