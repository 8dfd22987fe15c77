import { createCampaign, getCampaign, listCampaignDevices } from '@longreach/contract/campaigns/endpoints'
import type { CampaignDetails, CampaignDevice } from '@longreach/contract/campaigns/schemas'
import { until } from '../until.ts'
import { answer, at, commandsOf, connect, freshBoot, heard, online } from './actions.ts'
import { after, before, fetched, router } from './firmware.ts'

type Online = Awaited<ReturnType<typeof online>>

/** Routers that are online and have the older firmware. */
export async function routers(count: number): Promise<Online[]> {
  const found: Online[] = []
  for (let at = 0; at < count; at++) found.push(await online(router))
  return found
}

/** Each device in its own wave; none may fail, none is observed. */
export const oneByOne = {
  keep_settings: true,
  waves: [
    { of: 'devices', size: 1, failures: 0 },
    { of: 'devices', size: 1, failures: 0 },
    { of: 'rest', failures: 0 },
  ],
  soak: 0,
  check_wan: false,
  check_reports: false,
  start: 'now',
} as const

let count = 0

export async function campaign(file: number, ids: number[], more: object = {}, client = at.admin) {
  const body = { name: `Campaign ${++count}`, file_id: file, device_id: ids, ...oneByOne, ...more }
  return client.call(createCampaign, { body: body as never })
}

export const detailsOf = async (id: number): Promise<CampaignDetails> =>
  (await at.admin.call(getCampaign, { params: { id } })).data

export const devicesOf = async (id: number): Promise<CampaignDevice[]> =>
  (await at.admin.call(listCampaignDevices, { query: { campaign_id: id, limit: 100 } })).data

export async function reachesState(id: number, state: string): Promise<CampaignDetails> {
  await until(async () => (await detailsOf(id)).state === state)
  return detailsOf(id)
}

/** Waits until a device has been sent its update. */
export const wasSent = (one: Online, commands = 1) => heard(one.device, commands)

/** Devices that were sent anything. */
export const touched = (devices: readonly Online[]) => devices.filter(({ device }) => commandsOf(device).length > 0)

/** The first of the devices that is sent its update. */
export async function nextSent(devices: readonly Online[]): Promise<Online> {
  await until(() => touched(devices).length > 0)
  return touched(devices)[0] as Online
}

/** A device fetches its update, installs it and reconnects with a version. */
export async function update(one: Online, version = after): Promise<Online> {
  const { id } = await fetched(one)
  answer(one.device, id, 'done', 0, 'fetched')
  await heard(one.device, 2)
  one.device.leave()
  const enrolled = { ...one.enrolled, hello: { ...one.enrolled.hello, firmware: version, boot: freshBoot() } }
  return { ...one, enrolled, device: await connect(enrolled) }
}

/** Like `update`, but the device reconnects with its previous version. */
export const fallBack = (one: Online) => update(one, before)
