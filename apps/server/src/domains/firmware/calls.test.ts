import { repeatAction } from '@longreach/contract/actions/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  cancelUpdates,
  firmwareChoices,
  listFirmwareDevices,
  listPendingUpdates,
  previewFirmware,
  setUpdates,
} from '@longreach/contract/firmware/endpoints'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { at, heard, offline, online, read, useActionWorld } from '../../test/domains/actions.ts'
import { after, before, fetched, router, update } from '../../test/domains/firmware.ts'
import { uploadFile, uploadFirmware } from '../../test/files.ts'
import { makeDevice, makeUser } from '../../test/world.ts'

useActionWorld()

let file: number
const caps = ['fetch', 'firmware']
/** A device of the company that is offline. */
const device = (values: Record<string, unknown> = {}) =>
  makeDevice(at.world, at.company, { model: 'RUTX11', firmware: before, caps, ...values })

beforeAll(async () => {
  file = await uploadFirmware(at.admin)
})

const preview = async (ids: number[], more: object = {}) =>
  (await at.admin.call(previewFirmware, { body: { file_id: file, device_id: ids, ...more } })).data

test('before anything is sent it is said which devices are left out and why, and how much is sent', async () => {
  const good = await device()
  const wrong = await device({ name: 'Bus 12', model: 'RUT956', firmware: 'RUT9M_R_00.07.06' })
  const current = await device({ name: 'Bus 13', firmware: after })
  const newer = await device({ name: 'Bus 14', firmware: 'RUTX_R_00.07.24' })
  const metered = await device({ name: 'Bus 15', metered_connection: true })
  const old = await device({ name: 'Bus 16', caps: ['reboot'] })
  const unbound = await device({ name: 'Bus 17', bound_at: null, firmware: null, model: null })
  const unknown = await device({ name: 'Bus 18', model: 'Box', firmware: 'OpenWrt 23.05.3' })
  const all = [good, wrong, current, newer, metered, old, unbound, unknown]
  const said = await preview(all)
  expect(said).toMatchObject({ selected: 8, devices: 1, offline: 1, newer: 1, metered: 1, bytes_each: 20_000 })
  expect(said.bytes).toBe(20_000)
  expect(said.excluded.map(({ code, count, message }) => [code, count, message])).toEqual([
    ['UNSUPPORTED_MODEL', 1, `${after}_WEBUI.bin is for RUTX; Bus 12 is a RUT956`],
    ['UNKNOWN_MODEL', 1, `${after}_WEBUI.bin may not be for Bus 18, which does not report its board`],
    ['UP_TO_DATE', 1, `Bus 13 already has ${after}`],
    ['DOWNGRADE', 1, 'Bus 14 has newer firmware: RUTX_R_00.07.24'],
    ['METERED', 1, 'Bus 15 is on a metered connection'],
    ['UNSUPPORTED', 1, 'Agent on Bus 16 does not support ‘Update firmware’'],
    ['NOT_ACTIVATED', 1, 'Bus 17 has never connected'],
  ])
  expect(said.excluded[0]?.devices).toMatchObject([{ id: wrong, name: 'Bus 12' }])
  const agreed = await preview(all, { downgrade: true, metered: true })
  expect([agreed.devices, agreed.bytes]).toEqual([3, 60_000])

  // The update itself reports the same.
  const started = await update(file, all)
  expect([started.status, started.data.devices, started.errors.length]).toEqual([207, 1, 7])
  expect(started.errors.find(({ source }) => source === String(newer))?.code).toBe('DOWNGRADE')
  const none = await update(file, [wrong])
  expect([none.status, none.errors[0]?.code]).toEqual([422, 'UNSUPPORTED_MODEL'])
})

test('only the first devices are named for a reason, and all of a filter are counted', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `Tram ${index}`)
  for (const name of names) await device({ name, model: 'RUT956', firmware: 'RUT9M_R_00.07.06' })
  const { data } = await at.admin.call(previewFirmware, { body: { file_id: file, filter: { q: 'Tram' } } })
  expect(data).toMatchObject({ selected: 25, devices: 0 })
  expect([data.excluded[0]?.count, data.excluded[0]?.devices.length]).toEqual([25, 20])
})

test('offered are the images that are for any of the devices, with how many, and what the devices have', async () => {
  await uploadFirmware(at.admin, 'TSW2_R_00.01.10')
  const global = await uploadFirmware(at.admin, 'RUT9M_R_00.07.06.20')
  await sql`UPDATE files SET type = 'global_firmware', company_id = 0 WHERE id = ${global}`.execute(at.world.db)
  const ids = [await device(), await device(), await device({ model: 'RUT956', firmware: 'RUT9M_R_00.07.06' })]
  const { data } = await at.admin.call(firmwareChoices, { body: { device_id: ids } })
  expect(data.versions).toEqual([
    { firmware: before, count: 2 },
    { firmware: 'RUT9M_R_00.07.06', count: 1 },
  ])
  expect(data.images.map(({ version, group, devices }) => [version, group, devices])).toEqual([
    [after, 'own', 2],
    ['RUT9M_R_00.07.06.20', 'global', 1],
  ])
})

test('a file of another company, and one that is no firmware, are not found', async () => {
  const id = await device()
  await makeUser(at.world, 'rival', at.rival, 2)
  const theirs = await uploadFirmware(await at.world.as('rival'))
  for (const other of [theirs, await uploadFile(at.admin)]) {
    const refused = await update(other, [id])
    expect([refused.status, refused.errors[0]]).toMatchObject([404, { source: 'file_id' }])
  }
  expect((await update(file, [id], {}, at.viewer)).status).toBe(403)
})

test('an update can be scheduled, within limits; repeated, it checks the file and the devices again', async () => {
  const { id } = await online(router)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().replace('T', ' ').slice(0, 19)
  const { data } = await update(file, [id], { starts_at: tomorrow })
  expect((await read(data.id)).targets[0]).toMatchObject({
    state: 'queued',
    message: `Waiting until ${tomorrow} (UTC)`,
  })
  const past = await update(file, [id], { starts_at: '2020-01-01 00:00:00' })
  expect(past.errors[0]).toMatchObject({ source: 'starts_at', message: 'Must be in the future' })
  const far = await update(file, [id], { starts_at: '2050-01-01 00:00:00' })
  expect(far.errors[0]?.message).toBe('At most 90 days ahead')
  expect((await update(file, [id], { expires_in: 91 * 86_400 })).status).toBe(422)

  await sql`UPDATE devices SET firmware = ${after} WHERE id = ${id}`.execute(at.world.db)
  const again = await at.admin.call(repeatAction, { body: { action_id: data.id } })
  expect(again.errors[0]?.code).toBe('UP_TO_DATE')
})

test('by the public API, each device gets a file of its own, now or when it comes online', async () => {
  const one = await online(router)
  const gone = await offline(router)
  const waits = await offline(router)
  const other = await uploadFirmware(at.admin, 'RUTX_R_00.07.07')
  const row = { action: 'update_firmware' as const, file_id: file, offline: false, keep_settings: true }
  const { status, errors, meta } = await at.admin.call(setUpdates, {
    body: {
      data: [
        { ...row, id: one.id },
        { ...row, id: waits.deviceId, file_id: other, offline: true },
        { ...row, id: gone.deviceId },
        { ...row, id: 99_999_999 },
        { id: one.id + 100_000, action: 'upload_backup', file_id: file, offline: true },
      ],
    },
  })
  expect(status).toBe(207)
  expect(meta.channels).toHaveLength(2)
  expect(errors.map(({ source, code, message }) => [source, code, message])).toEqual([
    [String(gone.deviceId), 'DEVICE_OFFLINE', expect.stringMatching(/ is offline$/)],
    [String(one.id + 100_000), 'NOT_FOUND', 'Not found'],
    ['99999999', 'NOT_FOUND', 'Not found'],
  ])
  expect((await fetched(one)).size).toBe(20_000)
  const missing = await at.admin.call(setUpdates, {
    body: { data: [{ ...row, id: one.id, keep_settings: undefined }] },
  })
  expect([missing.status, missing.errors[0]]).toMatchObject([
    422,
    { source: 'data.0.keep_settings', message: 'Required' },
  ])
})

test('updates that wait are listed and cancelled, each with its device; those that were sent are not', async () => {
  const sent = await online(router)
  const waiting = await offline(router)
  const { data } = await update(file, [sent.id, waiting.deviceId])
  await heard(sent.device)
  const pending = async (client = at.admin) =>
    (await client.call(listPendingUpdates, { query: { limit: 100 } })).data.filter((row) => row.action_id === data.id)
  const [row, ...more] = await pending()
  expect(more).toEqual([])
  expect(row).toMatchObject({
    job_type: 100,
    name: `${after}_WEBUI.bin`,
    version: after,
    device_id: waiting.deviceId,
    serial: waiting.hello.serial,
  })
  const { targets } = await read(data.id)
  const jobOf = (id: number) => targets.find((target) => target.device_id === id)?.id as number
  const cancel = (rows: { id: number; job_id: number[] }[], client = at.admin) =>
    client.call(cancelUpdates, { body: { data: rows } })
  // A job of a device other than the named one is not found.
  const foreign = await cancel([{ id: sent.id, job_id: [jobOf(waiting.deviceId)] }])
  expect([foreign.status, foreign.errors[0]?.code]).toEqual([404, 'NOT_FOUND'])
  const partly = await cancel([
    { id: sent.id, job_id: [jobOf(sent.id)] },
    { id: waiting.deviceId, job_id: [jobOf(waiting.deviceId)] },
  ])
  expect([partly.status, partly.data]).toEqual([207, [jobOf(waiting.deviceId)]])
  expect(partly.errors).toMatchObject([{ code: 'CONFLICT', message: 'Too late to cancel: state is sent' }])
  expect(await pending()).toEqual([])
  expect((await read(data.id)).counts).toMatchObject({ cancelled: 1, sent: 1 })
  const { data: lines } = await at.admin.call(listAudit, { query: { limit: 5 } })
  const sentences = lines.map(({ sentence }) => sentence)
  expect(sentences).toContain(`admin@example.test started an update of the firmware to ${after}_WEBUI.bin on 2 devices`)
  expect(sentences).toContain('admin@example.test cancelled updates of 1 device')
})

test('the list of devices shows the image for each, and how far an update is', async () => {
  const one = await online({ ...router, name: 'Ferry' })
  const { data } = await update(file, [one.id])
  await heard(one.device)
  const rows = await at.admin.call(listFirmwareDevices, { query: { q: 'Ferry' } })
  expect(rows.errors).toEqual([])
  expect(rows.data[0]).toMatchObject({
    firmware: before,
    firmware_outdated: false,
    stable: null,
    update: { action_id: data.id, state: 'sent', version: after, message: 'Fetching: 0 of 0 MB' },
  })
  await fetched(one)
})
