import { listActionLogs, listTagActionLog } from '@longreach/contract/actions/read-endpoints'
import { listAudit, undoChange } from '@longreach/contract/audit/endpoints'
import { createEnrolmentKey, updateDevice } from '@longreach/contract/devices/endpoints'
import { moveDevices } from '@longreach/contract/devices/move-endpoints'
import { assignTags, tagDevicesOfFile, unassignTags } from '@longreach/contract/devices/tag-endpoints'
import { deleteFile } from '@longreach/contract/files/endpoints'
import { tagActions } from '@longreach/contract/tags/actions'
import { createTag, deleteTag, getTag, listTags, tagActionKinds, updateTag } from '@longreach/contract/tags/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectEnrolled, enrolDevice } from '../../test/device.ts'
import { at, caps, freshBoot, heard, online, useActionWorld } from '../../test/domains/actions.ts'
import { router } from '../../test/domains/firmware.ts'
import { uploadFirmware } from '../../test/files.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeDevice, makeUser } from '../../test/world.ts'
import { putTags } from '../devices/tagging/tagging.ts'

useActionWorld()

let count = 0

/** A tag that updates devices to an image. */
async function tag(source_id: number, values: object = {}, client = at.admin) {
  const name = `Update ${++count}`
  const actions = [{ action: 'firmware_upload', source_id }]
  const body = { company_id: at.company.company_id, name, actions, ...values }
  const { data, text } = await client.call(createTag, { body: body as never })
  if (!data) throw new Error(text)
  return { id: data.id, name }
}

const assign = (tagId: number, ...ids: number[]) =>
  at.admin.call(assignTags, { body: { device_id: ids, tag_id: [tagId] } })
const log = async (query: { tag_id?: number; device_id?: number }) =>
  (await at.admin.call(listTagActionLog, { query: { limit: 100, ...query } })).data
async function logged(query: { tag_id?: number; device_id?: number }, lines = 1) {
  await until(async () => (await log(query)).length >= lines)
  return log(query)
}

/** Waits until all pending tags have been used. */
const settled = () =>
  until(async () => {
    const { rows } = await sql`SELECT FROM tag_firings WHERE ready AND fired_at IS NULL`.execute(at.world.db)
    return rows.length === 0
  })

test('a tag with an image updates the devices it is put on, if it fits them, and logs each of them', async () => {
  const image = await uploadFirmware(at.admin)
  const { id, name } = await tag(image)
  expect((await at.admin.call(getTag, { params: { id } })).data.actions).toEqual([
    { action: 'firmware_upload', source_id: image, source_name: 'RUTX_R_00.07.06.10_WEBUI.bin' },
  ])
  const one = await online(router)
  const other = await online({ ...router, model: 'RUT956', firmware: 'RUT9M_R_00.07.06' })
  expect((await assign(id, one.id, other.id)).status).toBe(200)
  expect((await heard(one.device)).command).toBe('fetch')
  const lines = await logged({ tag_id: id }, 2)
  expect(lines).toMatchObject([
    {
      device_id: other.id,
      action: 'firmware_upload',
      action_id: null,
      state: null,
      message: expect.stringContaining('is for RUTX'),
    },
    {
      device_id: one.id,
      tag_name: name,
      origin: 'tag_action',
      source_id: image,
      state: 'sent',
      action_id: expect.any(Number),
    },
  ])
  expect(await log({ device_id: one.id })).toHaveLength(1)
  const { data } = await at.admin.call(listActionLogs, { query: { tag_id: id } })
  expect(data).toMatchObject([
    {
      device_id: one.id,
      action_initialized_from: 'tag_action',
      action_tag_id: id,
      action_tag_name: name,
      additional_information: { source_id: image, source_name: 'RUTX_R_00.07.06.10_WEBUI.bin' },
    },
  ])
  const audit = (await at.admin.call(listAudit, { query: { action: 'actions.tagged', limit: 1 } })).data
  expect(audit[0]?.sentence).toBe(`The tag ${name} started Update firmware on 1 device`)
})

test('the five actions are known; those of domains that are missing here are not offered and refused', async () => {
  expect(tagActions).toEqual([
    'firmware_upload',
    'config_upload',
    'execute_tasks_group',
    'api_request',
    'execute_mulficonfig_template',
  ])
  const { data: kinds } = await at.admin.call(tagActionKinds)
  const offered = kinds.map(({ action }) => action)
  expect(offered).toContain('firmware_upload')
  const source_id = await uploadFirmware(at.admin)
  const create = (actions: object[], client = at.admin) =>
    client.call(createTag, {
      body: { company_id: at.company.company_id, name: `Any ${++count}`, actions: actions as never },
    })
  for (const action of tagActions.filter((one) => !offered.includes(one))) {
    const { status, errors } = await create([{ action, source_id }])
    expect([status, errors[0]?.source]).toEqual([422, 'actions.0.action'])
  }
  expect((await create([{ action: 'reboot', source_id }])).status).toBe(422)
  const six = Array.from({ length: 6 }, () => ({ action: 'firmware_upload', source_id }))
  expect((await create(six)).status).toBe(422)
  expect((await create(six.slice(1))).status).toBe(201)
  // An image of another company.
  await makeUser(at.world, 'rivaladmin', at.rival, 2)
  const theirs = await uploadFirmware(await at.world.as('rivaladmin'))
  const foreign = await create([{ action: 'firmware_upload', source_id: theirs }])
  expect([foreign.status, foreign.errors[0]?.source]).toEqual([404, 'actions.0.source_id'])
})

test('S4.78 a tag that was chosen while the device was added is used after its first contact', async () => {
  const { id } = await tag(await uploadFirmware(at.admin))
  const body = { company_id: at.company.company_id, uses: 5, tag_id: [id] }
  const { key } = (await at.admin.call(createEnrolmentKey, { body })).data
  const port = at.world.app.gatewayPort as number
  const enrolled = await enrolDevice(port, key, { serial: 'L-b00000000001', caps, boot: freshBoot(), ...router })
  await settled()
  expect(await log({ tag_id: id })).toEqual([])
  const device = await connectEnrolled(port, enrolled)
  expect((await heard(device)).command).toBe('fetch')
  expect(await logged({ tag_id: id })).toMatchObject([{ origin: 'add_device', device_id: enrolled.deviceId }])
  const { data } = await at.admin.call(listActionLogs, { query: { tag_id: id } })
  expect(data).toMatchObject([{ action_initialized_from: 'add_device' }])
})

test('each way of putting a tag on a device uses it; undo and a move do not', async () => {
  const { id } = await tag(await uploadFirmware(at.admin))
  const [first, second, third] = [await online(router), await online(router), await online(router)]
  await at.admin.call(updateDevice, { params: { id: first.id }, body: { tag_id: [id] } as never })
  await heard(first.device)
  const file = new File([`${second.enrolled.hello.serial}\n`], 'devices.csv')
  await at.admin.call(tagDevicesOfFile, { body: { first_parameter: 'serial', tag_id: [id] }, files: { file } })
  await heard(second.device)
  expect(await logged({ tag_id: id }, 2)).toHaveLength(2)
  // Removed, and restored by undo.
  const taken = await at.admin.call(unassignTags, { body: { device_id: [first.id], tag_id: [id] } })
  const undone = await at.admin.call(undoChange, { params: { id: taken.meta.undo as number } })
  expect(undone.status).toBe(200)
  // Moved to another company below that of the tag.
  const below = await makeCompany(at.world, 'Below', at.company)
  await makeDevice(at.world, below)
  await at.admin.call(moveDevices, { body: { device_id: [third.id], company_id: below.company_id } })
  await settled()
  expect(await log({ tag_id: id })).toHaveLength(2)
})

test('a tag is used on a device once in ten minutes, and tags that put each other on it end with a line that says so', async () => {
  const { id } = await tag(await uploadFirmware(at.admin))
  const one = await online(router)
  await assign(id, one.id)
  await logged({ tag_id: id })
  await at.admin.call(unassignTags, { body: { device_id: [one.id], tag_id: [id] } })
  await assign(id, one.id)
  expect((await logged({ tag_id: id }, 2))[0]).toMatchObject({
    action: null,
    message: 'Not started again: the tag was assigned to this device less than 10 minutes ago',
  })
  await sql`UPDATE tag_firings SET fired_at = fired_at - interval '11 minutes' WHERE tag_id = ${id}`.execute(
    at.world.db,
  )
  await at.admin.call(unassignTags, { body: { device_id: [one.id], tag_id: [id] } })
  await assign(id, one.id)
  expect((await logged({ tag_id: id }, 3))[0]).toMatchObject({ action: 'firmware_upload' })
  // Each tag that a tag puts on devices is one level deeper.
  const chain = await tag(await uploadFirmware(at.admin))
  const [third, fourth] = [await online(router), await online(router)]
  await putTags(at.world.db, { devices: [third], tags: [chain] }, { depth: 3 })
  await putTags(at.world.db, { devices: [fourth], tags: [chain] }, { depth: 4 })
  await logged({ tag_id: chain.id }, 2)
  expect(await log({ device_id: third.id })).toMatchObject([{ action: 'firmware_upload', message: expect.any(String) }])
  expect(await log({ device_id: fourth.id })).toMatchObject([
    { action: null, message: 'Stopped: tags assign each other to this device, more than 3 in a row' },
  ])
})

test('it runs with what the user who saved it may do then; an unchanged action keeps that user', async () => {
  await makeUser(at.world, 'mate', at.company, 2)
  const mate = await at.world.as('mate')
  const image = await uploadFirmware(at.admin)
  const { id } = await tag(image, {}, mate)
  const again = { actions: [{ action: 'firmware_upload', source_id: image }], description: 'Edited' } as never
  await at.admin.call(updateTag, { params: { id }, body: again })
  await sql`UPDATE users SET role_id = 4 WHERE username = 'mate@example.test'`.execute(at.world.db)
  const one = await online(router)
  await assign(id, one.id)
  expect(await logged({ tag_id: id })).toMatchObject([
    { message: 'mate@example.test, in whose name this runs, may no longer do so', action_id: null },
  ])
})

test('an image of a tag cannot be deleted; a deleted tag comes back with its actions', async () => {
  const image = await uploadFirmware(at.admin)
  const { id, name } = await tag(image)
  const { status, errors } = await at.admin.call(deleteFile, { params: { id: image } })
  expect([status, errors[0]?.message]).toEqual([409, `RUTX_R_00.07.06.10_WEBUI.bin is installed by the tag ${name}`])
  const waiting = await makeDevice(at.world, at.company)
  await assign(id, waiting)
  const removed = await at.admin.call(deleteTag, { params: { id } })
  expect(removed.status).toBe(200)
  await at.admin.call(undoChange, { params: { id: removed.meta.undo as number } })
  const { data } = await at.admin.call(getTag, { params: { id } })
  expect(data.actions).toMatchObject([{ action: 'firmware_upload', source_id: image }])
  // The tag's own changes, too.
  const edited = await at.admin.call(updateTag, { params: { id }, body: { actions: [] } })
  expect((await at.admin.call(listTags, { query: { id: String(id) } as never })).data[0]?.actions).toEqual([])
  await at.admin.call(undoChange, { params: { id: edited.meta.undo as number } })
  expect((await at.admin.call(getTag, { params: { id } })).data.actions).toHaveLength(1)
  await at.admin.call(updateTag, { params: { id }, body: { actions: [] } })
  expect((await at.admin.call(deleteFile, { params: { id: image } })).status).toBe(200)
})
