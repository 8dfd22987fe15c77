import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { executeAction } from '@longreach/contract/actions/endpoints'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { listBackups, previewRestore, restoreBackup } from '@longreach/contract/configs/backup-endpoints'
import { configureDevices, listConfigVersions } from '@longreach/contract/configs/endpoints'
import { assignTags } from '@longreach/contract/devices/tag-endpoints'
import { deleteFile } from '@longreach/contract/files/endpoints'
import { cancelUpdates, listPendingUpdates, setUpdates } from '@longreach/contract/firmware/endpoints'
import { createTag, deleteTag } from '@longreach/contract/tags/endpoints'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../test/client.ts'
import { answer, at, commandsOf, heard, reaches, useActionWorld } from '../../test/domains/actions.ts'
import {
  applying,
  call,
  type Online,
  relinks,
  router,
  sends,
  sendsFile,
  settings,
  wasRead,
} from '../../test/domains/configs.ts'
import { makeBackup, makeTar } from '../../test/domains/files.ts'
import { uploadFile } from '../../test/files.ts'
import { until } from '../../test/until.ts'
import { makeUser } from '../../test/world.ts'

useActionWorld()

const firmware = 'RUTX_R_00.07.06.10'
const rutx = () => router({ model: 'RUTX11', firmware })

/** A package as a file on a device, with handwritten quotes and comments. */
const network = (address: string) =>
  `# Written by hand\nconfig interface lan\n\toption proto static\n\toption ipaddr "${address}"\n`
const files = (address = '10.0.0.1') => ({
  'etc/config/network': network(address),
  'etc/config/wireless': `config wifi-iface 'main'\n\toption ssid 'Harbour'\n\toption key 'first secret'\n`,
  'etc/passwd': 'root:x:0:0',
  'etc/dropbear/authorized_keys': 'ssh-ed25519 AAAA',
})

/** The device sends a requested backup; returns the id of the file. */
async function backsUp(one: Online, content: Record<string, string> = files()): Promise<number> {
  const before = commandsOf(one.device).length
  const { data } = await at.admin.call(executeAction, { body: { action: 'download_backup', device_id: [one.id] } })
  expect((await sendsFile(one, before + 1, makeBackup(content))).exit).toBe(0)
  await reaches(data.id, 'done')
  return (await at.admin.call(listBackups, { query: { device_id: one.id } })).data[0]?.id ?? 0
}

/** A device with a backup of its own, shared by the tests that change neither. */
let known: Promise<{ one: Online; file: number }> | undefined
async function origin() {
  known ??= rutx().then(async (one) => {
    const file = await backsUp(one)
    await wasRead(one, settings('10.0.0.9'))
    return { one, file }
  })
  return known
}

const preview = (id: number, device_id: number[], more: object = {}, client = at.admin) =>
  client.call(previewRestore, { params: { id }, body: { device_id, ...more } })
const restore = (id: number, device_id: number[], more: object = {}, client = at.admin) =>
  client.call(restoreBackup, { params: { id }, body: { device_id, ...more } })

const sent = ({ device }: Online) => commandsOf(device).filter(({ command }) => !/^(config-read|send)$/.test(command))

test('a backup is restored as every configuration: previewed, applied, confirmed over a new link, and read', async () => {
  const one = await rutx()
  const file = await backsUp(one)
  await wasRead(one, settings('10.0.0.99'))
  const { data: plan } = await preview(file, [one.id])
  expect(plan).toMatchObject({
    selected: 1,
    devices: 1,
    differing: 0,
    excluded: [],
    backup: { device_name: expect.any(String), device_model: 'RUTX11', firmware },
    unrestored: { count: 2, paths: ['etc/passwd', 'etc/dropbear/authorized_keys'] },
  })
  const lines = plan.differences[0]?.difference.lines ?? []
  expect(lines.filter(({ kind }) => kind === 'added').map(({ text }) => text.trim())).toEqual([
    "option ipaddr '10.0.0.1'",
  ])
  expect(JSON.stringify(plan)).not.toContain('first secret')

  const { data, meta } = await restore(file, [one.id], { seconds: 90 })
  expect(typeof meta.channel).toBe('string')
  // The settings are stored with the action: nothing depends on the file any more.
  expect((await at.admin.call(deleteFile, { params: { id: file } })).status).toBe(200)
  const { text, apply } = await applying(one, 3)
  expect(text).toBe(
    "touches network\ndelete network.lan\nset network.lan='interface'\nset network.lan.proto='static'\n" +
      "set network.lan.ipaddr='10.0.0.1'\n",
  )
  answer(one.device, apply.id, 'done', 0, 'applied')
  const back = await relinks(one, `${apply.id} applied`)
  const confirm = await heard(back.device)
  expect(confirm).toMatchObject({ command: 'config-confirm', arg: apply.id })
  answer(back.device, confirm.id, 'done', 0, 'confirmed')
  await sends(back, 2, settings('10.0.0.1'))
  await reaches(data.id, 'done')
  const versions = await at.admin.call(listConfigVersions, { query: { device_id: one.id } })
  expect(versions.data[0]).toMatchObject({ reason: 'restore', intended: true, running: true })
  const audit = await at.admin.call(listAudit, { query: { action: 'configs.backup_restore', limit: 1 } })
  expect(audit.data[0]?.sentence).toMatch(
    /^admin@example.test started to restore the backup backup-.*\.tar\.gz on 1 device$/,
  )
})

test('its device takes it back if it cuts it off: the restore fails with the reason, what it had stays intended', async () => {
  const one = await rutx()
  const file = await backsUp(one, files('10.99.0.1'))
  await wasRead(one, settings('10.0.0.1'))
  const { data } = await restore(file, [one.id])
  const { apply } = await applying(one, 3)
  answer(one.device, apply.id, 'done', 0, 'applied')
  const back = await relinks(one, `${apply.id} undone`)
  answer(back.device, (await heard(back.device)).id, 'already', 1, 'undone: not confirmed within 120 s')
  expect((await reaches(data.id, 'failed'))[0]?.message).toBe(
    'The device rolled the configuration back: not confirmed within 120 s',
  )
  const versions = await at.admin.call(listConfigVersions, { query: { device_id: one.id } })
  expect(versions.data).toMatchObject([{ reason: 'found', intended: true }])
})

describe('a backup is not restored on', () => {
  const refusals: [string, () => Promise<Online>, RegExp, string, object?][] = [
    [
      'another model',
      () => router({ model: 'RUT956', firmware: 'RUT9M_R_00.07.06' }),
      /the backup is of RUTX11$/,
      'OTHER_MODEL',
      { other_firmware: true },
    ],
    [
      'older firmware',
      () => router({ model: 'RUTX11', firmware: 'RUTX_R_00.07.05' }),
      /has older firmware/,
      'OTHER_FIRMWARE',
    ],
    [
      'newer firmware',
      () => router({ model: 'RUTX12', firmware: 'RUTX_R_00.07.07' }),
      /has newer firmware/,
      'OTHER_FIRMWARE',
    ],
    [
      'other firmware',
      () => router({ model: 'RUTX11', firmware: 'OpenWrt 23.05.5' }),
      /has different firmware/,
      'OTHER_FIRMWARE',
    ],
    [
      'settings of another system',
      () => router({ model: 'RUTX11', firmware, backend: 'linux' }),
      /is unknown: read it first$/,
      'NOT_READ',
    ],
  ]
  test.each(refusals)('%s', async (_, target, message, code, more) => {
    const { file } = await origin()
    const other = await target()
    if (code !== 'NOT_READ') await wasRead(other, settings('10.0.0.9'))
    const plan = await preview(file, [other.id], more)
    expect([plan.data.devices, plan.data.excluded[0]?.code]).toEqual([0, code])
    expect(plan.data.excluded[0]?.message).toMatch(message)
    const refused = await restore(file, [other.id], more)
    expect([refused.status, refused.errors[0]?.code]).toEqual([422, code])
    expect(sent(other)).toEqual([])
    if (code !== 'OTHER_FIRMWARE') return
    // The caller agrees.
    const agreed = await preview(file, [other.id], { other_firmware: true })
    expect([agreed.data.devices, agreed.data.differing]).toEqual([1, 1])
  })

  test('devices that have its settings already, are on a metered connection, or of which it says too little', async () => {
    const one = await rutx()
    const file = await backsUp(one)
    await wasRead(one, settings('10.0.0.1'))
    expect((await preview(file, [one.id])).data.excluded[0]?.code).toBe('UNCHANGED')
    await wasRead(one, settings('10.0.0.2'))
    await sql`UPDATE devices SET metered_connection = true WHERE id = ${one.id}`.execute(at.world.db)
    expect((await preview(file, [one.id])).data.excluded[0]?.code).toBe('METERED')
    expect((await preview(file, [one.id], { metered: true })).data.devices).toBe(1)
    const uploaded = await uploadFile(at.admin, {
      type: 'config',
      bytes: new Uint8Array(makeBackup(files('10.0.0.3'))),
    })
    const plan = await preview(uploaded, [one.id], { metered: true })
    expect(plan.data.excluded[0]).toMatchObject({
      code: 'OTHER_FIRMWARE',
      message: expect.stringMatching(/^The model of the backup is unknown/),
    })
    expect((await preview(uploaded, [one.id], { metered: true, other_firmware: true })).data.devices).toBe(1)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a document that is none of uci',
      { 'etc/config/network': '{"interfaces": []}' },
      /etc\/config\/network of the backup is not in a form/,
    ],
    [
      'settings of another package in a file',
      { 'etc/config/network': `package dropbear\nconfig dropbear\n` },
      /is not in a form/,
    ],
    [
      'a value with a control character',
      { 'etc/config/network': `config interface lan\n\toption a 'b\u001b'\n` },
      /is not in a form/,
    ],
    [
      'a section with a name that would end a line',
      { 'etc/config/network': `config interface "lan\\\nx"\n` },
      /is not in a form/,
    ],
    [
      'text that is not UTF-8',
      { 'etc/config/network': Buffer.from([0x63, 0xff, 0xfe]).toString('latin1') },
      /is not in a form/,
    ],
    ['no settings', { 'etc/passwd': 'root' }, /has no settings of uci$/],
  ])('a device, with %s', async (_, content, message) => {
    const { one } = await origin()
    const file = await backsUp(one, content)
    const plan = await preview(file, [one.id])
    expect([plan.data.devices, plan.data.excluded[0]?.code]).toEqual([0, 'NOT_RESTORABLE'])
    expect(plan.data.excluded[0]?.message).toMatch(message)
  })
})

/** A tar archive with entries other than files. */
async function tarOf(...entries: { name: string; type?: 'symlink' | 'link'; linkname?: string }[]): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name: 'etc/config/network' }, network('10.0.0.1'))
  for (const entry of entries) archive.entry(entry)
  archive.finalize()
  return buffer(archive)
}
const evil = { 'etc/config/network': network('10.0.0.1') }

test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
  ['no archive', () => Buffer.from('Segmentation fault'), /truncated or not an archive/],
  ['a gzipped text', () => gzipSync('reboot'), /truncated or not an archive/],
  [
    'an archive that was cut off',
    () => makeBackup({ ...evil, b: 200_000 }).subarray(0, 160),
    /truncated or not an archive/,
  ],
  [
    'a tar that was cut off before it was packed',
    () => gzipSync(makeTar({ ...evil, b: 4000 }).subarray(0, 3000)),
    /truncated/,
  ],
  ['80 MB of zeros', () => gzipSync(Buffer.alloc(80 * 1024 * 1024)), /more than 64 MB/],
  ['a file of 80 MB', () => makeBackup({ ...evil, 'etc/big': 80 * 1024 * 1024 }), /more than 64 MB/],
  ['nothing', () => gzipSync(Buffer.alloc(1024)), /truncated or not an archive/],
  [
    'a path out of its folder',
    () => makeBackup({ ...evil, 'etc/../../tmp/x': 'x' }),
    /at a path that devices do not have: etc\/\.\.\/\.\.\/tmp\/x$/,
  ],
  [
    'an absolute path',
    () => makeBackup({ ...evil, '/etc/config/system': 'config system' }),
    /at a path that devices do not have: \/etc/,
  ],
])('a backup with %s is one error, and nothing is sent', async (_, content, message) => {
  const { one } = await origin()
  const id = await uploadFile(at.admin, { bytes: new Uint8Array(await content()) })
  await sql`UPDATE files SET type = 'config', device_model = 'RUTX11', version = ${firmware} WHERE id = ${id}`.execute(
    at.world.db,
  )
  for (const said of [await preview(id, [one.id]), await restore(id, [one.id])]) {
    expect([said.status, said.errors.length, said.errors[0]?.source]).toEqual([422, 1, 'file_id'])
    expect(said.errors[0]?.message).toMatch(message)
  }
  expect(sent(one)).toEqual([])
})

test('links are restored nowhere: in place of settings they are refused, elsewhere left out', async () => {
  const { one } = await origin()
  const upload = async (bytes: Buffer) =>
    uploadFile(at.admin, { type: 'config', bytes: new Uint8Array(gzipSync(bytes)) })
  const agreed = { other_firmware: true }
  const harmless = await upload(await tarOf({ name: 'etc/localtime', type: 'symlink', linkname: '../usr/share/UTC' }))
  expect((await preview(harmless, [one.id], agreed)).data).toMatchObject({
    devices: 1,
    unrestored: { count: 1, paths: ['etc/localtime'] },
  })
  for (const [name, type] of [
    ['etc/config/wireless', 'symlink'],
    ['etc/config/wireless', 'link'],
    ['etc/config', 'symlink'],
    ['etc/config/network', 'symlink'],
  ] as const) {
    const file = await upload(await tarOf({ name, type, linkname: '/etc/shadow' }))
    const plan = await preview(file, [one.id], agreed)
    expect(plan.data.excluded[0]?.message).toMatch(new RegExp(`: ${name} is not a file in the backup`))
  }
})

test('an archive of an old archiver, without a mark of its format, is a backup', async () => {
  const { one } = await origin()
  const tar = makeTar({ 'etc/config/network': network('10.0.0.1') })
  tar.fill(0, 257, 265).fill(' ', 148, 156)
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const bytes = new Uint8Array(gzipSync(tar))
  const file = await uploadFile(at.admin, { type: 'config', bytes })
  expect((await preview(file, [one.id], { other_firmware: true })).data.devices).toBe(1)
})

test('files of a device without uci are restored, of those it has listed', async () => {
  const one = await router({ backend: 'linux', model: 'PC', firmware: 'Debian 12' })
  const read = (content: string) => {
    const before = commandsOf(one.device).length
    return { before, bytes: makeTar({ 'etc/site.conf': content }) }
  }
  const { before, bytes } = read('A=1\n')
  const { data: action } = await at.admin.call(executeAction, {
    body: { action: 'read_configuration', device_id: [one.id] },
  })
  await sendsFile(one, before + 1, bytes)
  await reaches(action.id, 'done')
  const file = await backsUp(one, { 'etc/site.conf': 'A=2\n', 'etc/shadow': 'root:!' })
  const { data: plan } = await preview(file, [one.id])
  expect(plan).toMatchObject({ devices: 1, unrestored: { count: 1, paths: ['etc/shadow'] } })
  expect(plan.differences[0]?.difference).toMatchObject({ added: 1, removed: 1 })
})

test('users without the permission, and files and devices of other companies, are refused', async () => {
  const { one, file } = await origin()
  await makeUser(at.world, 'stranger', at.rival, 2)
  const stranger = await at.world.as('stranger')
  const visitor = createClient(at.world.base)
  for (const call of [preview, restore]) {
    expect((await call(file, [one.id], {}, visitor)).status).toBe(401)
    expect((await call(file, [one.id], {}, at.viewer)).status).toBe(403)
    expect((await call(file, [one.id], {}, stranger)).status).toBe(404)
  }
  const theirs = await uploadFile(stranger, { type: 'config', bytes: new Uint8Array(makeBackup(files())) })
  expect((await preview(theirs, [one.id], {}, stranger)).status).toBe(404)
  const task = await uploadFile(at.admin)
  expect((await preview(task, [one.id])).status).toBe(404)
  expect((await restore(file, [])).status).toBe(422)
  expect((await restore(file, [one.id], { seconds: 5 })).errors[0]?.source).toBe('seconds')
  expect(sent(one)).toEqual([])
})

test('the call of the public API restores backups, each on its device', async () => {
  const [one, other] = [await rutx(), await router({ model: 'RUT956', firmware: 'RUT9M_R_00.07.06' })]
  const file = await backsUp(one)
  for (const device of [one, other]) await wasRead(device, settings('10.0.0.9'))
  const row = { action: 'upload_backup', file_id: file, offline: true } as const
  const { status, meta, errors } = await at.admin.call(setUpdates, {
    body: {
      data: [
        { ...row, id: one.id },
        { ...row, id: other.id },
      ],
    },
  })
  expect([status, meta.channels]).toEqual([207, [meta.channel]])
  expect(errors).toMatchObject([{ source: String(other.id), code: 'OTHER_MODEL' }])
  // A second restore waits until the first one has ended; so does a change without a backup.
  await at.admin.call(setUpdates, { body: { data: [{ ...row, id: one.id }] } })
  await at.admin.call(configureDevices, { body: { device_id: [one.id], calls: [call('10.0.0.7')] } })
  const pending = async (query: object = {}, client = at.admin) =>
    (await client.call(listPendingUpdates, { query: { device_id: one.id, ...query } as never })).data
  await until(async () => (await pending()).length === 2)
  const [backup, change] = await pending()
  expect([backup, change]).toMatchObject([
    { job_type: 101, name: expect.stringMatching(/^backup-/), version: null, device_id: one.id },
    { job_type: 102, name: 'Configure', version: null, device_id: one.id },
  ])
  expect(await pending({ job_type: '101' })).toEqual([backup])
  expect(await pending({ job_type: '100' })).toEqual([])
  const cancelled = await at.admin.call(cancelUpdates, {
    body: { data: [{ id: one.id, job_id: [backup!.id, change!.id] }] },
  })
  expect([cancelled.status, cancelled.data]).toEqual([200, [backup!.id, change!.id]])
  expect(await pending()).toEqual([])
  const audit = await at.admin.call(listAudit, { query: { action: 'firmware.cancel_updates', limit: 1 } })
  expect(audit.data[0]?.sentence).toBe('admin@example.test cancelled updates of 1 device')
  expect((await applying(one, 3)).text).toContain("set network.lan.ipaddr='10.0.0.1'")
  const missing = await at.admin.call(setUpdates, { body: { data: [{ ...row, id: one.id, file_id: 99_999_999 }] } })
  expect([missing.status, missing.errors[0]?.source]).toEqual([404, String(one.id)])
})

test('a tag restores a backup on devices it is put on, if it is of such a device, and the file cannot be deleted', async () => {
  const [one, other] = [await rutx(), await router({ model: 'RUTX11', firmware: 'RUTX_R_00.07.07' })]
  const file = await backsUp(one)
  for (const device of [one, other]) await wasRead(device, settings('10.0.0.9'))
  const { data: tag } = await at.admin.call(createTag, {
    body: {
      company_id: at.company.company_id,
      name: 'Back to normal',
      actions: [{ action: 'config_upload', source_id: file }] as never,
    },
  })
  const kept = await at.admin.call(deleteFile, { params: { id: file } })
  expect([kept.status, kept.errors[0]?.message]).toEqual([
    409,
    expect.stringMatching(/^backup-.* is restored by the tag Back to normal$/),
  ])
  await at.admin.call(assignTags, { body: { device_id: [one.id, other.id], tag_id: [tag.id] } })
  expect((await applying(one, 3)).text).toContain("set network.lan.ipaddr='10.0.0.1'")
  const refusals = async () =>
    (
      await sql<{ message: string }>`
        SELECT message FROM tag_action_log WHERE device_id = ${other.id} AND message IS NOT NULL`.execute(at.world.db)
    ).rows
  await until(async () => (await refusals()).length > 0)
  expect((await refusals())[0]?.message).toContain('configs.backup_firmware_newer')
  expect(sent(other)).toEqual([])
  expect((await at.admin.call(deleteTag, { params: { id: tag.id } })).status).toBe(200)
  expect((await at.admin.call(deleteFile, { params: { id: file } })).status).toBe(200)
})
