import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  createChangeCampaign,
  resumeCampaign,
  startCampaign,
  updateCampaign,
  updateChangeCampaign,
} from '@longreach/contract/campaigns/endpoints'
import { createConfigTemplate } from '@longreach/contract/configs/endpoints'
import { deleteFile } from '@longreach/contract/files/endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { answer, at, commandsOf, heard, read as readAction, useActionWorld } from '../../test/domains/actions.ts'
import { detailsOf, devicesOf, oneByOne, reachesState } from '../../test/domains/campaigns.ts'
import { applying, type Online, readRouter, relinks, sends, settings, wasRead } from '../../test/domains/configs.ts'
import { makeBackup } from '../../test/domains/files.ts'
import { uploadFile } from '../../test/files.ts'
import { until } from '../../test/until.ts'
import { makeUser } from '../../test/world.ts'

useActionWorld()

const { keep_settings: _, ...waves } = oneByOne
const generous = [
  { of: 'devices', size: 1, failures: 5 },
  { of: 'rest', failures: 5 },
] as const
const calls = [{ method: 'PUT', path: '/uci/network/lan', request_data: { ipaddr: '10.0.0.9' } }]

let count = 0
const create = (
  kind: string,
  content: object,
  devices: readonly { id: number }[],
  more: object = {},
  client = at.admin,
) =>
  client.call(createChangeCampaign, {
    body: {
      name: `Change ${++count}`,
      ...waves,
      kind,
      content,
      device_id: devices.map(({ id }) => id),
      ...more,
    } as never,
  })

/** Routers whose configuration was read. */
async function read(number: number): Promise<Online[]> {
  const found: Online[] = []
  for (let made = 0; made < number; made++) {
    found.push(await readRouter())
  }
  return found
}

async function sealedOf(id: number): Promise<Buffer | null | undefined> {
  const { rows } = await sql<{ sealed: Buffer | null }>`SELECT sealed FROM campaigns WHERE id = ${id}`.execute(
    at.world.db,
  )
  return rows[0]?.sealed
}

/** Devices that were sent more than the command that read them. */
const touched = (devices: readonly Online[]) => devices.filter(({ device }) => commandsOf(device).length > 1)

async function nextSent(devices: readonly Online[]): Promise<Online> {
  await until(() => touched(devices).length > 0)
  return touched(devices)[0] as Online
}

async function applies(one: Online): Promise<string> {
  const { apply } = await applying(one, 2)
  answer(one.device, apply.id, 'done', 0, 'applied')
  return apply.id
}

async function keeps(one: Online, applied?: string) {
  const apply = { id: applied ?? (await applies(one)) }
  const back = await relinks(one, `${apply.id} applied`)
  answer(back.device, (await heard(back.device)).id, 'done', 0, 'confirmed')
  await sends(back, 2, settings('10.0.0.9'))
}

async function takesBack(one: Online) {
  const back = await relinks(one, `${await applies(one)} undone`)
  answer(back.device, (await heard(back.device)).id, 'already', 1, 'undone: not confirmed within 120 s')
}

describe('a campaign of settings', () => {
  test('changes one wave after the other, with the settings of the moment it was made', async () => {
    const devices = await read(2)
    const { data: template } = await at.admin.call(createConfigTemplate, {
      body: { company_id: at.company.company_id, name: 'Branch', version: '1.0.0', template: calls } as never,
    })
    const { data, status } = await create('configure', { template_id: template.id }, devices, { waves: generous })
    expect(status).toBe(201)
    const first = await nextSent(devices)
    expect(touched(devices)).toHaveLength(1)
    expect(await detailsOf(data.id)).toMatchObject({
      kind: 'configure',
      file_id: null,
      file_name: 'Branch 1.0.0',
      plan: { undone_first: 1, undone_all: 2, metered: false },
    })
    await keeps(first)
    const second = await nextSent(devices.filter((one) => one !== first))
    await keeps(second)
    expect((await reachesState(data.id, 'done')).counts).toMatchObject({ done: 2 })
    expect((await devicesOf(data.id)).map(({ detail }) => detail)).toEqual(['Not observed', 'Not observed'])
  })

  test('halts when the first device takes it back, however many may fail; resumed, when two more do', async () => {
    const devices = await read(4)
    const { data } = await create('configure', { calls }, devices, { waves: generous })
    const first = await nextSent(devices)
    await takesBack(first)
    const halted = await reachesState(data.id, 'halted')
    expect(halted.reason).toBe('Wave 1: 1 of 1 devices rolled back')
    expect(halted.failed_checks).toEqual({ undone: 1 })
    expect(halted.counts).toMatchObject({ failed: 1, untouched: 3 })
    expect(touched(devices)).toEqual([first])
    expect((await devicesOf(data.id))[0]).toMatchObject({
      state: 'failed',
      failed_check: 'undone',
      detail: 'The device rolled the configuration back: not confirmed within 120 s',
    })

    const others = devices.filter((one) => one !== first)
    await at.admin.call(resumeCampaign, { params: { id: data.id }, body: { reason: 'Its cable was loose' } })
    await until(() => touched(others).length === 3)
    await takesBack(others[0] as Online)
    await until(async () => (await detailsOf(data.id)).counts.failed === 2)
    expect((await detailsOf(data.id)).state).toBe('running')
    const applied = await applies(others[2] as Online)
    await takesBack(others[1] as Online)
    expect((await reachesState(data.id, 'halted')).reason).toBe('3 devices rolled back')
    // A device that has applied the change is settled.
    await keeps(others[2] as Online, applied)
    await until(async () => (await detailsOf(data.id)).counts.done === 1)
  })

  test('asks a device again that took it back while the server was down, which does not count', async () => {
    const devices = await read(1)
    const [one] = devices as [Online]
    const { data } = await create('configure', { calls }, devices)
    await nextSent(devices)
    const { apply } = await applying(one, 2)
    answer(one.device, apply.id, 'done', 0, 'applied')
    // At its start a node noted that none was running for a while after the device had got it.
    const { db } = at.world
    await sql`INSERT INTO gateway_downtimes (started_at, ended_at)
      VALUES (now() - interval '2 days', now() - interval '1 day'), (now(), now() + interval '1 second')`.execute(db)
    const back = await relinks(one, `${apply.id} undone`)
    answer(back.device, (await heard(back.device)).id, 'already', 1, 'undone: not confirmed within 120 s')
    const again = await applying(back, 2)
    expect(again.apply.id).not.toBe(apply.id)
    expect(await detailsOf(data.id)).toMatchObject({ state: 'running', counts: { failed: 0 } })
    // A downtime that was over by then is no reason.
    await sql`UPDATE gateway_downtimes SET ended_at = now() - interval '1 hour', started_at = now() - interval '2 hours'`.execute(
      db,
    )
    answer(back.device, again.apply.id, 'done', 0, 'applied')
    const third = await relinks(back, `${again.apply.id} undone`)
    answer(third.device, (await heard(third.device)).id, 'already', 1, 'undone: not confirmed within 120 s')
    expect((await reachesState(data.id, 'halted')).failed_checks).toEqual({ undone: 1 })
  })

  test('goes on without that rule, as far as failures are allowed', async () => {
    const devices = await read(2)
    const { data } = await create('configure', { calls }, devices, { waves: generous, undone_first: 0, undone_all: 0 })
    const first = await nextSent(devices)
    await takesBack(first)
    await keeps(await nextSent(devices.filter((one) => one !== first)))
    expect((await reachesState(data.id, 'done')).counts).toMatchObject({ done: 1, failed: 1 })
  })

  test('leaves out devices that have the settings by the time of their wave, with the reason', async () => {
    const devices = await read(2)
    const { data } = await create('configure', { calls }, devices)
    const first = await nextSent(devices)
    const second = devices.find((one) => one !== first) as Online
    await wasRead(second, settings('10.0.0.9'))
    await keeps(first)
    await reachesState(data.id, 'done')
    expect((await devicesOf(data.id)).find(({ device_id }) => device_id === second.id)).toMatchObject({
      state: 'left_out',
      detail: expect.stringMatching(/already has these settings$/),
    })
  })

  test('is a draft until it is started, stores nothing readable of its secrets, and forgets them at its end', async () => {
    const devices = await read(1)
    const secret = [{ method: 'PUT', path: '/uci/wireless/main', request_data: { key: 'very secret' } }]
    const { data } = await create('configure', { calls: secret }, devices, { start: 'draft' })
    const { rows } = await sql<{ row: string; sealed: Buffer }>`
      SELECT c::text AS row, c.sealed FROM campaigns c WHERE id = ${data.id}`.execute(at.world.db)
    expect(rows[0]?.row).not.toContain('very secret')
    expect(rows[0]?.sealed.toString('latin1')).not.toContain('very secret')
    const audit = await at.admin.call(listAudit, { query: { action: 'campaigns.create_change', limit: 1 } })
    expect(audit.data[0]?.sentence).toBe(`admin@example.test drafted the campaign Change ${count}`)
    expect(audit.text).not.toContain('very secret')
    const started = await at.admin.call(startCampaign, { params: { id: data.id }, body: { start: 'now' } })
    expect(started.data).toEqual({ devices: 1, left_out: 0 })
    const applied = await applying(devices[0] as Online, 2)
    expect(applied.text).toContain("set wireless.main.key='very secret'")
    expect(await sealedOf(data.id)).not.toBeNull()
    answer(devices[0]!.device, applied.apply.id, 'done', 0, 'applied')
    await keeps(devices[0] as Online, applied.apply.id)
    await reachesState(data.id, 'done')
    expect(await sealedOf(data.id)).toBeNull()
  })

  test('is changed as a draft: its plan, its devices, and what it brings, which stays if nothing else is given', async () => {
    const devices = await read(2)
    const [one, other] = devices.map(({ id }) => id) as [number, number]
    const { data } = await create('configure', { calls }, devices, { start: 'draft' })
    const change = (body: object, client = at.admin, id = data.id) =>
      client.call(updateChangeCampaign, {
        params: { id },
        body: { name: 'Second', ...waves, undone_first: 2, undone_all: 5, ...body } as never,
      })
    const hours = { hours_from: '01:00', hours_to: '05:00', hours_zone: 'UTC', hours_days: [7] }
    expect((await change({ soak: 60, device_id: [other], limited: true, ...hours })).status).toBe(200)
    expect(await detailsOf(data.id)).toMatchObject({
      name: 'Second',
      file_name: '1 setting',
      selection: { device_id: [other] },
      plan: { soak: 60, undone_first: 2, undone_all: 5, seconds: 120, hours: { from: '01:00', days: [7] } },
    })
    const secret = [{ method: 'PUT', path: '/uci/wireless/main', request_data: { key: 'very secret' } }]
    const changed = await change({ content: { calls: secret, metered: true, seconds: 90 }, device_id: [one] })
    expect(changed.status).toBe(200)
    const { selection, plan } = await detailsOf(data.id)
    expect([selection, plan]).toMatchObject([{ device_id: [one] }, { metered: true, seconds: 90, hours: null }])
    const audit = await at.admin.call(listAudit, { query: { action: 'campaigns.update_change', limit: 1 } })
    expect(audit.data[0]?.sentence).toBe('admin@example.test changed the campaign Second')
    expect(audit.text).not.toContain('very secret')

    expect((await change({}, at.viewer)).status).toBe(403)
    await makeUser(at.world, 'outsider', at.rival, 2)
    expect((await change({}, await at.world.as('outsider'))).status).toBe(404)
    const wrong = await change({ content: { calls: [{ method: 'GET', path: '/x' }] } })
    expect([wrong.status, wrong.errors[0]?.source]).toEqual([422, 'content.calls.0.method'])
    expect((await change({ undone_first: -1 })).errors[0]?.source).toBe('undone_first')
    const body = { name: 'Other', ...oneByOne, file_id: 1 }
    expect((await at.admin.call(updateCampaign, { params: { id: data.id }, body: body as never })).status).toBe(409)
    await at.admin.call(startCampaign, { params: { id: data.id }, body: { start: 'now' } })
    expect((await applying(devices[0] as Online, 2)).text).toContain("set wireless.main.key='very secret'")
    expect((await change({})).errors[0]?.message).toMatch(/^The campaign has been started/)
  })
})

test('a campaign restores a backup, which cannot be deleted meanwhile', async () => {
  const devices = await read(1)
  const content = { 'etc/config/network': `config interface 'lan'\n\toption ipaddr '10.0.0.9'\n` }
  const file_id = await uploadFile(at.admin, { type: 'config', bytes: new Uint8Array(makeBackup(content)) })
  const refused = await create('restore', { file_id }, devices)
  expect([refused.status, refused.errors[0]?.code]).toEqual([422, 'OTHER_FIRMWARE'])
  const { data } = await create('restore', { file_id, other_firmware: true }, devices)
  const one = await nextSent(devices)
  const kept = await at.admin.call(deleteFile, { params: { id: file_id } })
  expect([kept.status, kept.errors[0]?.message]).toEqual([409, expect.stringMatching(/^Campaign Change/)])
  await keeps(one)
  await reachesState(data.id, 'done')
  const [device] = await devicesOf(data.id)
  expect(await readAction(device?.action_id ?? 0)).toMatchObject({
    title: 'Restore backup',
    targets: [{ message: 'Backup restored' }],
  })
  expect((await at.admin.call(deleteFile, { params: { id: file_id } })).status).toBe(200)
})

test('who may not change devices, and what is of another company or of no kind, is refused', async () => {
  const devices = await read(1)
  expect((await create('configure', { calls }, devices, {}, at.viewer)).status).toBe(403)
  await makeUser(at.world, 'stranger', at.rival, 2)
  const stranger = await at.world.as('stranger')
  expect((await create('configure', { calls }, devices, {}, stranger)).status).toBe(404)
  const { data: template } = await stranger.call(createConfigTemplate, {
    body: { company_id: at.rival.company_id, name: 'Theirs', version: '1.0.0', template: calls } as never,
  })
  const wrong = async (kind: string, content: object, more: object = {}) => {
    const { status, errors } = await create(kind, content, devices, more)
    return [status, errors[0]?.source]
  }
  expect(await wrong('configure', { template_id: template.id })).toEqual([404, 'content.template_id'])
  expect(await wrong('configure', {})).toEqual([422, 'content.template_id'])
  expect(await wrong('configure', { calls: [{ method: 'GET', path: '/x' }] })).toEqual([422, 'content.calls.0.method'])
  expect(await wrong('restore', { file_id: 99_999_999 })).toEqual([404, 'content.file_id'])
  expect(await wrong('task_group', { group_id: 99_999_999 })).toEqual([404, 'content.group_id'])
  expect(await wrong('update_firmware', { file_id: 1, keep_settings: true })).toEqual([422, 'kind'])
  expect(await wrong('reboot', {})).toEqual([422, 'kind'])
  expect(await wrong('configure', { calls }, { undone_first: -1 })).toEqual([422, 'undone_first'])
  expect(touched(devices)).toEqual([])
})
