import { getAction } from '@longreach/contract/actions/read-endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  cancelCampaign,
  deleteCampaign,
  exportCampaignDevices,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
  retryCampaignDevices,
  skipCampaignDevices,
  startCampaign,
  updateCampaign,
} from '@longreach/contract/campaigns/endpoints'
import { deviceStatistics } from '@longreach/contract/devices/endpoints'
import { deleteFile } from '@longreach/contract/files/endpoints'
import { listNotifications } from '@longreach/contract/notifications/endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { answer, at, commandsOf, connect, heard, offline, online, useActionWorld } from '../../test/domains/actions.ts'
import {
  campaign,
  detailsOf,
  devicesOf,
  fallBack,
  nextSent,
  oneByOne,
  reachesState,
  routers,
  touched,
  update,
  wasSent,
} from '../../test/domains/campaigns.ts'
import { after, before, fetched, router } from '../../test/domains/firmware.ts'
import { uploadFirmware } from '../../test/files.ts'
import { until } from '../../test/until.ts'
import { makeUser } from '../../test/world.ts'

useActionWorld()

const idsOf = (devices: readonly { id: number }[]) => devices.map(({ id }) => id)

const sentences = async () => {
  const { data } = await at.admin.call(listAudit, { query: { limit: 20 } })
  return data.map(({ sentence }) => sentence)
}

/** Whether a campaign is one of those counted as running, whose number is that of the list. */
async function counted(id: number): Promise<boolean> {
  const { data, meta } = await at.admin.call(listCampaigns, { query: { state: 'running' as never } })
  const counts = await at.admin.call(deviceStatistics, { query: { charts: 'actions' as never } })
  expect(counts.data.actions?.campaigns).toBe(meta.total)
  return data.some((one) => one.id === id)
}

describe('a campaign', () => {
  test('updates one wave after the other, and is done when the last device is', async () => {
    const devices = await routers(4)
    const { data, status } = await campaign(await uploadFirmware(at.admin), idsOf(devices))
    expect(status).toBe(201)
    const first = await nextSent(devices)
    expect(touched(devices)).toHaveLength(1)
    expect(await detailsOf(data.id)).toMatchObject({ state: 'running', total: 4, wave: 1, waves: 3 })
    expect(await counted(data.id)).toBe(true)
    await update(first)
    const others = devices.filter((one) => one !== first)
    const second = await nextSent(others)
    expect(touched(others)).toEqual([second])
    await update(second)
    for (const one of others.filter((other) => other !== second)) {
      await wasSent(one)
      await update(one)
    }
    const ended = await reachesState(data.id, 'done')
    expect(ended.counts).toMatchObject({ done: 4, failed: 0 })
    expect(await counted(data.id)).toBe(false)
    expect(ended.waves_details.map(({ state, size }) => [state, size])).toEqual([
      ['passed', 1],
      ['passed', 1],
      ['passed', 2],
    ])
    expect(ended.bytes_sent).toBe(4 * 20_000)
    const rows = await devicesOf(data.id)
    expect(rows.every(({ version, version_before }) => version === after && version_before === before)).toBe(true)
    const { text } = await at.admin.call(exportCampaignDevices, { query: { campaign_id: data.id } as never })
    expect(text.trim().split('\n')).toHaveLength(5)
    expect(text).toContain(`${before},${after}`)
    const news = async () =>
      (await at.admin.call(listNotifications, { query: {} as never })).data.find(
        (one) => one.type === 'campaign' && one.data?.campaign_id === data.id,
      )
    await until(async () => (await news()) !== undefined)
    expect((await news())?.summary).toMatch(/is done: 4 devices succeeded, 0 failed$/)
  })

  test('runs the check command on each device at the end: other exit codes than 0 fail, and are tried again', async () => {
    const devices = await routers(2)
    const waves = [{ of: 'rest', failures: 1 }]
    const check_command = 'ping -c 1 10.0.0.1'
    const { data } = await campaign(await uploadFirmware(at.admin), idsOf(devices), { waves, check_command })
    const [good, bad] = await Promise.all(devices.map((one) => update(one)))
    if (!good || !bad) throw new Error('There are two')
    const { id: asked, ...command } = await heard(good.device)
    expect(command).toMatchObject({ command: 'exec', arg: check_command })
    await until(async () => (await detailsOf(data.id)).counts.observing === 2)
    answer(good.device, asked, 'done', 0, '1 received')
    answer(bad.device, (await heard(bad.device)).id, 'done', 1, '0 received')
    const ended = await reachesState(data.id, 'done')
    expect(ended).toMatchObject({
      counts: { done: 1, failed: 1 },
      failed_checks: { command: 1 },
      plan: { check_command },
    })
    const failed = (await devicesOf(data.id)).find(({ state }) => state === 'failed')
    expect(failed).toMatchObject({ device_id: bad.id, detail: 'Check command: Exit code 1', failed_check: 'command' })
    const output = await at.admin.call(getAction, { params: { id: failed?.action_id ?? 0 } })
    expect(output.data).toMatchObject({
      kind: 'command',
      command: check_command,
      targets: expect.arrayContaining([expect.objectContaining({ exit_code: 1 })]),
    })

    await at.admin.call(retryCampaignDevices, { params: { id: data.id }, body: {} })
    answer(bad.device, (await heard(bad.device, 2)).id, 'done', 0, '1 received')
    await until(async () => (await detailsOf(data.id)).counts.done === 2)
  })

  test('halts by itself with a bad image; the other devices receive nothing, and nothing is sent until it is resumed', async () => {
    const devices = await routers(3)
    const { data } = await campaign(await uploadFirmware(at.admin), idsOf(devices))
    const first = await nextSent(devices)
    await fallBack(first)
    const halted = await reachesState(data.id, 'halted')
    expect(halted.reason).toBe('Wave 1: 1 of 1 devices failed. Failures allowed: 0')
    expect(halted.failed_checks).toEqual({ version: 1 })
    expect(halted.counts).toMatchObject({ failed: 1, untouched: 2 })
    expect(touched(devices)).toEqual([first])
    const [failed] = await devicesOf(data.id)
    expect(failed).toMatchObject({
      state: 'failed',
      failed_check: 'version',
      detail: `The device restarted with firmware ${before}`,
    })
    expect(await sentences()).toContain(`The campaign ${halted.name} halted by itself`)
    await until(async () => {
      const found = await at.admin.call(listNotifications, { query: {} as never })
      return found.data.some(({ summary }) => summary.includes('halted by itself. Wave 1'))
    })

    const without = await at.admin.call(resumeCampaign, { params: { id: data.id }, body: {} })
    expect([without.status, without.errors[0]?.source]).toEqual([422, 'reason'])
    await at.admin.call(resumeCampaign, { params: { id: data.id }, body: { reason: 'One was known to be broken' } })
    const others = devices.filter((one) => one !== first)
    await update(await nextSent(others))
    await until(() => touched(others).length === 2)
  })

  test('retries what failed, and goes on with that', async () => {
    const devices = await routers(2)
    const { data } = await campaign(await uploadFirmware(at.admin), idsOf(devices))
    const first = await nextSent(devices)
    const back = await fallBack(first)
    await reachesState(data.id, 'halted')
    const answered = await at.admin.call(retryCampaignDevices, { params: { id: data.id }, body: {} })
    expect(answered.data).toEqual({ retried: 1 })
    await wasSent(back)
    await update(back)
    const [other] = devices.filter((one) => one !== first)
    await wasSent(other!)
    await update(other!)
    const ended = await reachesState(data.id, 'done')
    expect(ended.counts).toMatchObject({ done: 2, failed: 0 })
    const nothing = await at.admin.call(retryCampaignDevices, { params: { id: data.id }, body: {} })
    expect(nothing.status).toBe(409)
  })

  test('that is paused sends nothing, not even the second step, until it is resumed', async () => {
    const [one] = await routers(1)
    const { data } = await campaign(await uploadFirmware(at.admin), [one!.id])
    await wasSent(one!)
    expect((await at.admin.call(pauseCampaign, { params: { id: data.id } })).status).toBe(200)
    const { id } = await fetched(one!)
    answer(one!.device, id, 'done', 0, 'fetched')
    await until(async () => (await devicesOf(data.id))[0]?.detail === 'Waiting for the hours in which it may be sent')
    expect(commandsOf(one!.device)).toHaveLength(1)
    await at.admin.call(resumeCampaign, { params: { id: data.id }, body: {} })
    // It starts again with the first step: the device confirms that it still has the file.
    await wasSent(one!, 2)
    const again = await fetched(one!, 2)
    answer(one!.device, again.id, 'done', 0, 'fetched')
    expect((await wasSent(one!, 3)).command).toBe('firmware')
    await at.admin.call(cancelCampaign, { params: { id: data.id } })
  })

  test('waits for half of a wave, and skips devices that are offline', async () => {
    const gone = await offline(router)
    const { data } = await campaign(await uploadFirmware(at.admin), [gone.deviceId])
    await until(async () => (await detailsOf(data.id)).reason !== null)
    expect((await detailsOf(data.id)).reason).toBe('Wave 1 waits for devices: 1 of 1 are offline')
    const skipped = await at.admin.call(skipCampaignDevices, {
      params: { id: data.id },
      body: { device_id: [gone.deviceId] },
    })
    expect(skipped.data).toEqual({ skipped: 1 })
    expect((await reachesState(data.id, 'done')).counts).toMatchObject({ skipped: 1 })
    expect((await devicesOf(data.id))[0]?.detail).toBe('Skipped by admin@example.test')
    // The update is not sent when the device comes online.
    const device = await connect(gone)
    await online(router)
    expect(commandsOf(device)).toEqual([])
  })

  test('skips all that are offline at once, and leaves those that wait for their hours', async () => {
    const gone = await offline(router)
    const [here] = await routers(1)
    // Hours from the day after tomorrow on, for two days.
    const days = [2, 3].map((ahead) => ((new Date().getUTCDay() + ahead + 6) % 7) + 1)
    const hours = { limited: true, hours_from: '00:00', hours_to: '23:59', hours_zone: 'UTC', hours_days: days }
    const waves = [{ of: 'rest', failures: 0 }]
    const { data } = await campaign(await uploadFirmware(at.admin), [here!.id, gone.deviceId], { waves, ...hours })
    await until(async () => (await detailsOf(data.id)).counts.waiting === 2)
    expect((await detailsOf(data.id)).waiting_offline).toBe(1)
    const skip = () => at.admin.call(skipCampaignDevices, { params: { id: data.id }, body: {} })
    expect((await skip()).data).toEqual({ skipped: 1 })
    const states = (await devicesOf(data.id)).map(({ device_id, state }) => [device_id, state])
    expect(Object.fromEntries(states)).toEqual({ [gone.deviceId]: 'skipped', [here!.id]: 'waiting' })
    const again = await skip()
    expect([again.status, again.errors[0]?.message]).toEqual([
      409,
      'Nothing to skip: no device waits because it is offline',
    ])
    await at.admin.call(cancelCampaign, { params: { id: data.id } })
  })

  test('that is cancelled leaves the rest as it is, and ends with what was under way', async () => {
    const devices = await routers(3)
    const { data } = await campaign(await uploadFirmware(at.admin), idsOf(devices))
    const first = await nextSent(devices)
    await at.admin.call(cancelCampaign, { params: { id: data.id } })
    expect(await detailsOf(data.id)).toMatchObject({ state: 'cancelled', ended_at: null })
    const early = await at.admin.call(deleteCampaign, { params: { id: data.id } })
    expect(early.status).toBe(409)
    await update(first)
    await until(async () => (await detailsOf(data.id)).ended_at !== null)
    expect((await detailsOf(data.id)).counts).toMatchObject({ done: 1, cancelled: 2 })
    expect(touched(devices)).toEqual([first])
    expect((await at.admin.call(deleteCampaign, { params: { id: data.id } })).status).toBe(200)
  })
})

describe('a draft', () => {
  test('sends nothing, can be changed, and starts later; devices that do not fit are left out with the reason', async () => {
    const [one] = await routers(1)
    const newer = await online({ ...router, firmware: 'RUTX_R_00.07.08.1' })
    const other = await online({ ...router, model: 'RUT955', firmware: 'RUT9_R_00.07.06.3' })
    const file = await uploadFirmware(at.admin)
    const { data } = await campaign(file, idsOf([one!, newer, other]), { start: 'draft', name: 'First' })
    expect((await detailsOf(data.id)).selection).toEqual({ device_id: idsOf([one!, newer, other]) })
    const { start: _, ...plan } = oneByOne
    const body = { ...plan, name: 'Second', file_id: file, soak: 60 }
    expect((await at.admin.call(updateCampaign, { params: { id: data.id }, body: body as never })).status).toBe(200)
    expect(await detailsOf(data.id)).toMatchObject({ name: 'Second', state: 'draft', plan: { soak: 60 } })
    const past = { start: 'later', starts_at: '2020-01-01 00:00:00' } as const
    expect((await at.admin.call(startCampaign, { params: { id: data.id }, body: past })).status).toBe(422)
    const later = { start: 'later', starts_at: '2099-01-01 00:00:00' } as const
    const started = await at.admin.call(startCampaign, { params: { id: data.id }, body: later })
    expect(started.data).toEqual({ devices: 1, left_out: 2 })
    expect(await detailsOf(data.id)).toMatchObject({ state: 'scheduled', total: 1, counts: { left_out: 2 } })
    const rows = await devicesOf(data.id)
    expect(rows.filter(({ state }) => state === 'left_out').map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([expect.stringContaining('RUTX_R_00.07.08.1'), expect.stringContaining('RUT955')]),
    )
    expect(touched([one!, newer, other])).toEqual([])
    const changed = await at.admin.call(updateCampaign, { params: { id: data.id }, body: body as never })
    expect(changed.status).toBe(409)
    await sql`UPDATE campaigns SET starts_at = now() WHERE id = ${data.id}`.execute(at.world.db)
    await wasSent(one!)
    await at.admin.call(cancelCampaign, { params: { id: data.id } })
  })

  test('keeps its image from being deleted, and is refused with an unknown zone, a wrong size or no devices', async () => {
    const [one] = await routers(1)
    const file = await uploadFirmware(at.admin)
    await campaign(file, [one!.id], { start: 'draft', name: 'Night' })
    const refused = await at.admin.call(deleteFile, { params: { id: file } })
    expect([refused.status, refused.errors[0]?.message]).toEqual([409, 'Campaign Night'])
    const limited = { limited: true, hours_from: '01:00', hours_to: '05:00', hours_days: [1] }
    const sources = async (more: object, ids = [one!.id]) => {
      const { status, errors } = await campaign(file, ids, { start: 'draft', ...more })
      return [status, errors[0]?.source]
    }
    expect(await sources({ ...limited, hours_zone: 'Mars/Olympus' })).toEqual([422, 'hours_zone'])
    expect(await sources({ ...limited, hours_zone: 'UTC', hours_to: '01:00' })).toEqual([422, 'hours_to'])
    expect(await sources({ waves: [{ of: 'percent', size: 101, failures: 0 }] })).toEqual([422, 'waves.0.size'])
    expect(await sources({ waves: [{ of: 'devices', failures: 0 }] })).toEqual([422, 'waves.0.size'])
    expect(await sources({ device_id: undefined })).toEqual([422, 'device_id'])
    expect((await sources({}, [99_999_999]))[0]).toBe(404)
    expect((await campaign(99_999_999, [one!.id])).status).toBe(404)
  })
})

test('a user who may not update devices starts none; another company sees none of it', async () => {
  const [one] = await routers(1)
  const file = await uploadFirmware(at.admin)
  expect((await campaign(file, [one!.id], {}, at.viewer)).status).toBe(403)
  const { data } = await campaign(file, [one!.id], { start: 'draft' })
  expect((await at.viewer.call(listCampaigns, { query: {} as never })).data.map(({ id }) => id)).toContain(data.id)
  await makeUser(at.world, 'stranger', at.rival, 2)
  const stranger = await at.world.as('stranger')
  expect((await stranger.call(listCampaigns, { query: {} as never })).data).toEqual([])
  expect((await stranger.call(startCampaign, { params: { id: data.id }, body: { start: 'now' } })).status).toBe(404)
})

test('the check command of a draft stays, and is not run, for a user who may not run commands', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO roles (name, title, company_id) VALUES ('updates', 'Updates', ${at.company.company_id}) RETURNING id`.execute(
    at.world.db,
  )
  const role = rows[0]?.id ?? 0
  await sql`
    INSERT INTO role_permissions (role_id, permission)
    SELECT ${role}, permission FROM role_permissions WHERE role_id = 2 AND permission <> 'execute_device_command'`.execute(
    at.world.db,
  )
  await makeUser(at.world, 'updater', at.company, role)
  const updater = await at.world.as('updater')
  const [one] = await routers(1)
  const file = await uploadFirmware(at.admin)
  const check_command = 'true'
  expect((await campaign(file, [one!.id], { start: 'draft', check_command }, updater)).status).toBe(403)
  const { id } = (await campaign(file, [one!.id], { start: 'draft', check_command })).data
  const { start: _, ...plan } = { ...oneByOne, name: 'Changed', file_id: file }
  const change = (more: object) => updater.call(updateCampaign, { params: { id }, body: { ...plan, ...more } as never })
  expect((await change({ check_command: 'reboot' })).status).toBe(403)
  expect((await change({})).status).toBe(200)
  expect(await detailsOf(id)).toMatchObject({ name: 'Changed', plan: { check_command } })
  expect((await updater.call(startCampaign, { params: { id }, body: { start: 'now' } })).status).toBe(403)
})

test('a campaign whose user was removed or lost the permission halts', async () => {
  const userId = await makeUser(at.world, 'temp', at.company, 2)
  const temp = await at.world.as('temp')
  const devices = await routers(2)
  const { data } = await campaign(await uploadFirmware(at.admin), idsOf(devices), {}, temp)
  await nextSent(devices)
  await sql`UPDATE users SET role_id = 4 WHERE id = ${userId}`.execute(at.world.db)
  const halted = await reachesState(data.id, 'halted')
  expect(halted.reason).toBe('temp@example.test may no longer do this on devices')
  expect(touched(devices)).toHaveLength(1)
})
