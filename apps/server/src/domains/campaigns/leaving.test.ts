import {
  cancelCampaign,
  getCampaign,
  listCampaignDevices,
  listCampaigns,
  resumeCampaign,
  retryCampaignDevices,
  skipCampaignDevices,
} from '@longreach/contract/campaigns/endpoints'
import { deleteCompany, moveCompany } from '@longreach/contract/companies/endpoints'
import { deleteDevices } from '@longreach/contract/devices/endpoints'
import { moveDevices } from '@longreach/contract/devices/move-endpoints'
import { deleteFile } from '@longreach/contract/files/endpoints'
import { deleteUser } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { at, connect, offline, online, useActionWorld } from '../../test/domains/actions.ts'
import {
  campaign,
  detailsOf,
  devicesOf,
  fallBack,
  nextSent,
  reachesState,
  routers,
  touched,
  update,
  wasSent,
} from '../../test/domains/campaigns.ts'
import { router } from '../../test/domains/firmware.ts'
import { uploadFirmware } from '../../test/files.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, type Place } from '../../test/world.ts'

useActionWorld()

/** All devices in one wave, in which none may fail. */
const atOnce = { waves: [{ of: 'rest', failures: 0 }] } as const

const remove = (id: number) => at.admin.call(deleteDevices, { body: { device_id: [id] } })
const moveTo = ({ company_id }: Place, id: number) =>
  at.admin.call(moveDevices, { body: { device_id: [id], company_id } })

const rowOf = async (campaignId: number, deviceId: number) =>
  (await devicesOf(campaignId)).find((row) => row.device_id === deviceId)

/** Waits until a device has reached its final state. */
async function endOf(campaignId: number, deviceId: number) {
  await until(async () => (await rowOf(campaignId, deviceId))?.ended_at !== null)
  return rowOf(campaignId, deviceId)
}

test('a device that is deleted while it waits or is observed has not failed: the campaign goes on without it', async () => {
  const gone = await offline(router)
  const [first, second] = await routers(2)
  const ids = [gone.deviceId, first!.id, second!.id]
  const { data } = await campaign(await uploadFirmware(at.admin), ids, { ...atOnce, soak: 3600 })
  await wasSent(first!)
  await remove(gone.deviceId)
  expect(await endOf(data.id, gone.deviceId)).toMatchObject({ state: 'cancelled', detail: 'Device was deleted' })
  await update(first!)
  await until(async () => (await rowOf(data.id, first!.id))?.state === 'observing')
  await remove(first!.id)
  await sql`UPDATE campaign_devices SET observed_until = now() WHERE device_id = ${first!.id}`.execute(at.world.db)
  expect(await endOf(data.id, first!.id)).toMatchObject({ state: 'cancelled', detail: 'Device was deleted' })
  await wasSent(second!)
  await update(second!)
  await until(async () => (await rowOf(data.id, second!.id))?.state === 'observing')
  await sql`UPDATE campaign_devices SET observed_until = now() WHERE device_id = ${second!.id}`.execute(at.world.db)
  const ended = await reachesState(data.id, 'done')
  expect(ended.counts).toMatchObject({ cancelled: 2, done: 1, failed: 0 })
})

test('a wave whose devices were all skipped says nothing: the campaign halts before the next, and goes on with a reason', async () => {
  const gone = await offline(router)
  const other = await offline(router)
  const { data } = await campaign(await uploadFirmware(at.admin), [gone.deviceId, other.deviceId])
  const waiting = async () => (await devicesOf(data.id)).find(({ state }) => state === 'waiting')
  await until(async () => (await waiting()) !== undefined)
  const first = (await waiting())!
  const skip = { params: { id: data.id }, body: { device_id: [first.device_id] } }
  expect((await at.admin.call(skipCampaignDevices, skip)).data).toEqual({ skipped: 1 })
  const halted = await reachesState(data.id, 'halted')
  expect(halted.reason).toBe('Wave 1 has no result: none of its devices received anything')
  expect(halted.waves_details.map(({ state }) => state)).toEqual(['halted', null])
  expect(halted.counts).toMatchObject({ skipped: 1, untouched: 1 })
  const without = await at.admin.call(resumeCampaign, { params: { id: data.id }, body: {} })
  expect([without.status, without.errors[0]?.source]).toEqual([422, 'reason'])
  await at.admin.call(resumeCampaign, { params: { id: data.id }, body: { reason: 'It is in repair' } })
  await until(async () => (await detailsOf(data.id)).wave === 2)
  expect((await detailsOf(data.id)).waves_details.map(({ state }) => state)).toEqual(['passed', 'running'])
  // Nothing depends on a result of the last wave.
  await remove((await waiting())!.device_id)
  expect((await reachesState(data.id, 'done')).counts).toMatchObject({ skipped: 1, cancelled: 1 })
})

test('a device that moves to another company while it waits is not updated any more; one that failed is not retried', async () => {
  const quay = await makeCompany(at.world, 'Quay', at.company)
  await makeUser(at.world, 'quay', quay, 2)
  const gone = await offline(router)
  const [other] = await routers(1)
  const { data } = await campaign(await uploadFirmware(at.admin), [gone.deviceId, other!.id], atOnce)
  await wasSent(other!)
  expect((await moveTo(at.rival, gone.deviceId)).status).toBe(404)
  expect((await moveTo(quay, gone.deviceId)).status).toBe(200)
  expect(await endOf(data.id, gone.deviceId)).toMatchObject({
    state: 'cancelled',
    detail: 'Cancelled: the device was moved to another company',
  })
  const device = await connect(gone)
  await fallBack(other!)
  expect((await reachesState(data.id, 'halted')).counts).toMatchObject({ cancelled: 1, failed: 1 })
  expect(device.lines.filter((line) => line.startsWith('cmd '))).toEqual([])
  const quays = await at.world.as('quay')
  expect((await quays.call(listCampaignDevices, { query: {} as never })).data).toEqual([])

  await sql`UPDATE devices SET company_id = ${at.rival.company_id}, l1_id = ${at.rival.l1_id} WHERE id = ${other!.id}`.execute(
    at.world.db,
  )
  const retried = await at.admin.call(retryCampaignDevices, { params: { id: data.id }, body: {} })
  expect([retried.status, retried.errors[0]?.message]).toEqual([409, 'Nothing to retry'])
})

test('the image of a campaign is not deleted before the campaign has ended', async () => {
  const [one] = await routers(1)
  const file = await uploadFirmware(at.admin)
  const { data } = await campaign(file, [one!.id])
  await wasSent(one!)
  const refused = await at.admin.call(deleteFile, { params: { id: file } })
  expect([refused.status, refused.errors[0]?.message]).toEqual([409, `Campaign ${(await detailsOf(data.id)).name}`])
  await update(one!)
  const ended = await reachesState(data.id, 'done')
  expect((await at.admin.call(deleteFile, { params: { id: file } })).status).toBe(200)
  expect(await detailsOf(data.id)).toMatchObject({ file_id: null, file_name: ended.file_name, counts: { done: 1 } })
})

test('a campaign whose user was removed halts; another user goes on with it', async () => {
  const userId = await makeUser(at.world, 'leaver', at.company, 2)
  const devices = await routers(2)
  const file = await uploadFirmware(at.admin)
  const { data } = await campaign(
    file,
    devices.map(({ id }) => id),
    {},
    await at.world.as('leaver'),
  )
  const first = await nextSent(devices)
  expect((await at.admin.call(deleteUser, { params: { id: userId } })).status).toBe(200)
  expect((await reachesState(data.id, 'halted')).reason).toBe('The user in whose name it ran was removed')
  expect(touched(devices)).toEqual([first])
  await at.admin.call(resumeCampaign, { params: { id: data.id }, body: { reason: 'I take over' } })
  await update(first)
  const [second] = devices.filter((one) => one !== first)
  await wasSent(second!)
  await update(second!)
  expect(await reachesState(data.id, 'done')).toMatchObject({ username: 'admin@example.test', counts: { done: 2 } })
})

test('cancelling the rest reaches devices that the one who cancels does not see', async () => {
  const pier = await makeCompany(at.world, 'Pier', at.company)
  await makeUser(at.world, 'clerk', at.company, 3)
  const gone = await offline(router)
  await moveTo(pier, gone.deviceId)
  const { data } = await campaign(await uploadFirmware(at.admin), [gone.deviceId], atOnce)
  await until(async () => (await rowOf(data.id, gone.deviceId))?.state === 'waiting')
  const clerk = await at.world.as('clerk')
  expect((await clerk.call(getCampaign, { params: { id: data.id } })).data.total).toBe(0)
  expect((await clerk.call(cancelCampaign, { params: { id: data.id } })).status).toBe(200)
  const device = await connect(gone)
  expect(await endOf(data.id, gone.deviceId)).toMatchObject({ state: 'cancelled', started_at: null })
  await online(router)
  expect(device.lines.filter((line) => line.startsWith('cmd '))).toEqual([])
})

test('a company that is deleted takes its campaigns with it', async () => {
  const closing = await makeCompany(at.world, 'Closing')
  const userId = await makeUser(at.world, 'closer', closing, 2)
  const closer = await at.world.as('closer')
  const file = await uploadFirmware(closer)
  const { data } = await campaign(file, [], { device_id: undefined, filter: {}, start: 'draft' }, closer)
  const root = await at.world.as('root')
  const { data: seen } = await root.call(listCampaigns, { query: {} as never })
  expect(seen.map(({ id }) => id)).toContain(data.id)
  await sql`DELETE FROM users WHERE id = ${userId}`.execute(at.world.db)
  expect((await root.call(deleteCompany, { params: { id: closing.company_id } })).status).toBe(200)
  expect((await root.call(getCampaign, { params: { id: data.id } })).status).toBe(404)
})

test('a company that moves takes its campaigns along, with what became of each device; they go on', async () => {
  await makeUser(at.world, 'rival', at.rival, 2)
  const [rival, root] = [await at.world.as('rival'), await at.world.as('root')]
  const gone = await offline(router)
  const [one] = await routers(1)
  const { data } = await campaign(await uploadFirmware(at.admin), [gone.deviceId, one!.id])
  await wasSent(one!)
  await until(async () => (await rowOf(data.id, one!.id))?.state === 'running')
  const ofRival = (id: number) => rival.call(getCampaign, { params: { id } })
  expect((await ofRival(data.id)).status).toBe(404)
  const body = { source: at.company.company_id, target: at.rival.company_id }
  expect((await root.call(moveCompany, { body })).status).toBe(200)
  expect((await ofRival(data.id)).data).toMatchObject({ total: 2, counts: { running: 1, untouched: 1 } })
  await update(one!)
  await until(async () => (await ofRival(data.id)).data.wave === 2)
  const listed = await rival.call(listCampaignDevices, { query: { campaign_id: data.id } as never })
  expect(listed.data.map(({ state }) => state).sort()).toEqual(['done', 'waiting'])
})

test('a campaign that cannot be settled does not stop the others', async () => {
  const gone = await offline(router)
  const file = await uploadFirmware(at.admin)
  const broken = await campaign(file, [gone.deviceId])
  await until(async () => (await rowOf(broken.data.id, gone.deviceId))?.state === 'waiting')
  await sql`UPDATE campaigns SET arg = 'no argument' WHERE id = ${broken.data.id}`.execute(at.world.db)
  const [one] = await routers(1)
  const { data } = await campaign(file, [one!.id])
  await wasSent(one!)
  await update(one!)
  expect((await reachesState(data.id, 'done')).counts).toMatchObject({ done: 1 })
  await at.admin.call(cancelCampaign, { params: { id: broken.data.id } })
})
