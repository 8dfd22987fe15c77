import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { deleteCompany } from '@longreach/contract/companies/endpoints'
import { fileLimits, fileTypes, type UploadType } from '@longreach/contract/files/constants'
import * as files from '@longreach/contract/files/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeBackup, makeImage } from '../../test/domains/files.ts'
import { uploadFile } from '../../test/files.ts'
import { shared, startNeighbour } from '../../test/neighbour.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let company: Place
let branch: Place
let sibling: Place
let admin: TestClient
let branchAdmin: TestClient
let root: TestClient

beforeAll(async () => {
  world = await startWorld({ FILES_QUOTA_MB: '100', ...shared })
  company = await makeCompany(world, 'Harbour')
  branch = await makeCompany(world, 'Pier', company)
  sibling = await makeCompany(world, 'Quay', company)
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'branch', branch, 2)
  await makeUser(world, 'sibling', sibling, 2)
  admin = await world.as('admin')
  branchAdmin = await world.as('branch')
  root = await world.as('root')
})

afterAll(async () => world?.stop())

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bytesOf = async (client: TestClient, path: string, init?: RequestInit) => {
  const response = await client.fetch(`/api${path}`, init)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const fileOf = async (id: number, client = admin) => (await client.call(files.getFile, { params: { id } })).data
const start = (body: object, client = admin) =>
  client.call(files.startUpload, {
    body: { type: 'device_task_manager_file', name: 'task.bin', size: 1000, ...body } as never,
  })
const send = (id: number, offset: number, bytes: Uint8Array, client = admin) =>
  client.call(files.sendPart, { params: { id }, query: { offset }, bytes: Buffer.from(bytes) })
const finish = (id: number, sha256?: string) => admin.call(files.finishUpload, { params: { id }, body: { sha256 } })
const count = async (table: 'blobs' | 'uploads' | 'files') =>
  (await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(world.db)).rows[0]?.count

test('S3.113 an upload in parts continues where it ended, and its file is downloaded whole and in ranges', async () => {
  const content = randomBytes(9_000_001)
  const { status, data } = await start({ name: 'route maps.bin', size: content.length, description: 'For the buses' })
  expect([status, data.received]).toEqual([201, 0])
  const { id } = data
  expect((await send(id, 0, content.subarray(0, 8_000_000))).data).toEqual({ received: 8_000_000 })
  const wrong = await send(id, 0, content.subarray(0, 100))
  expect([wrong.status, wrong.errors[0]?.source, wrong.headers.get('upload-offset')]).toEqual([
    409,
    'offset',
    '8000000',
  ])
  const early = await finish(id)
  expect([early.status, early.errors[0]?.message]).toEqual([409, '8000000 of 9000001 bytes were received'])
  expect((await admin.call(files.getUpload, { params: { id } })).data).toMatchObject({ received: 8_000_000 })
  expect((await send(id, 8_000_000, content.subarray(8_000_000))).data).toEqual({ received: content.length })
  const bad = await finish(id, sumOf(Buffer.from('x')))
  expect([bad.status, bad.errors[0]?.source]).toEqual([422, 'sha256'])
  const done = await finish(id, sumOf(content))
  expect(done.status).toBe(200)
  expect((await finish(id)).data).toEqual(done.data)
  expect(await fileOf(done.data.id)).toMatchObject({
    name: 'route maps.bin',
    type: 'device_task_manager_file',
    description: 'For the buses',
    company_id: company.company_id,
    company_name: 'Harbour',
    file_size: content.length,
    sha256: sumOf(content),
    shared: false,
  })

  const path = `/files/${done.data.id}/download`
  const whole = await bytesOf(admin, path)
  expect(whole.response.headers.get('content-disposition')).toBe(
    'attachment; filename="route maps.bin"; filename*=UTF-8\'\'route%20maps.bin',
  )
  expect(whole.response.headers.get('content-length')).toBe(String(content.length))
  expect(whole.bytes.equals(content)).toBe(true)
  for (const [range, from, to] of [
    ['bytes=0-0', 0, 1],
    ['bytes=8999990-', 8_999_990, 9_000_001],
    ['bytes=-5', 8_999_996, 9_000_001],
    ['bytes=100-99999999', 100, 9_000_001],
  ] as const) {
    const { response, bytes } = await bytesOf(admin, path, { headers: { range } })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/9000001`])
    expect(bytes.equals(content.subarray(from, to))).toBe(true)
  }
  const beyond = await bytesOf(admin, path, { headers: { range: 'bytes=9000001-' } })
  expect([beyond.response.status, beyond.response.headers.get('content-range')]).toEqual([416, 'bytes */9000001'])
  for (const range of ['bytes=5-1', 'lines=1-2', 'bytes=0-1,3-4'])
    expect((await bytesOf(admin, path, { headers: { range } })).response.status).toBe(200)
})

test('an upload continues on another node after its own was stopped', async () => {
  const content = randomBytes(1_000_000)
  const node = await startNeighbour(world)
  const there = await node.as('admin')
  const { id } = (await start({ name: 'moved.bin', size: content.length }, there)).data
  expect((await send(id, 0, content.subarray(0, 700_000), there)).data).toEqual({ received: 700_000 })
  await node.stop()
  expect((await admin.call(files.getUpload, { params: { id } })).data).toMatchObject({ received: 700_000 })
  expect((await send(id, 700_000, content.subarray(700_000))).data).toEqual({ received: content.length })
  const { data } = await finish(id, sumOf(content))
  expect((await bytesOf(admin, `/files/${data.id}/download`)).bytes.equals(content)).toBe(true)
})

test('of two equal parts at once one is stored', async () => {
  const content = randomBytes(2_000_000)
  const { id } = (await start({ size: content.length })).data
  const answers = await Promise.all([1, 2].map(() => send(id, 0, content)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await finish(id, sumOf(content))).status).toBe(200)
})

/** Sends headers that announce more bytes than follow, and closes the connection. */
function cutOff(id: number, bytes: Buffer): Promise<void> {
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': String(bytes.length * 2),
    cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': admin.cookies.get('XSRF-TOKEN') ?? '',
  }
  const sent = request(`${world.base}/api/files/uploads/${id}?offset=0`, { method: 'PUT', headers })
  return new Promise((resolve) => {
    sent.on('error', () => resolve())
    sent.on('close', resolve)
    sent.write(bytes, () => setImmediate(() => sent.destroy()))
  })
}

test('a connection that ends in the middle of a part loses at most what did not arrive', async () => {
  const content = randomBytes(4_000_000)
  const { id } = (await start({ size: content.length })).data
  await cutOff(id, content.subarray(0, 1_500_000))
  let { received } = (await admin.call(files.getUpload, { params: { id } })).data
  while (received < content.length) {
    // The server may still be storing earlier bytes; then another part follows.
    const { status, data, headers } = await send(id, received, content.subarray(received))
    received = status === 200 ? data.received : Number(headers.get('upload-offset'))
  }
  expect((await finish(id, sumOf(content))).status).toBe(200)
})

test('parts that are too long, of another type or of another user are refused', async () => {
  const { id } = (await start({ size: 1000 })).data
  const long = await send(id, 0, randomBytes(1001))
  expect([long.status, long.errors[0]?.message]).toEqual([422, 'The upload has more bytes than announced'])
  const big = (await start({ size: 9_000_000 })).data
  const part = await send(big.id, 0, Buffer.alloc(fileLimits.part + 1))
  expect([part.status, part.errors[0]?.message]).toEqual([413, 'A part has at most 8MB'])
  const typed = await admin.fetch(`/api/files/uploads/${id}?offset=0`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(typed.status).toBe(400)
  expect((await send(id, 0, randomBytes(10), branchAdmin)).status).toBe(404)
  expect((await send(id, -1, randomBytes(10))).status).toBe(422)
  for (const upload of [id, big.id]) await admin.call(files.cancelUpload, { params: { id: upload } })
  expect((await send(id, 0, randomBytes(10))).status).toBe(404)
})

test('S5.68 S5.69 a file has at most 80 MB', async () => {
  const { status, errors } = await start({ size: 83_886_081 })
  expect([status, errors[0]?.message]).toEqual([422, 'Maximum file size is 80MB'])
  const { data } = await start({ size: 83_886_080 })
  await admin.call(files.cancelUpload, { params: { id: data.id } })
})

test.each([
  ...'~!#$&*(){}[]<>?\'|;`\\/:"'.split('').map((sign) => [`a${sign}b.bin`, 'File name contains forbidden symbols']),
  ['a\u0007b', 'File name contains forbidden symbols'],
  ['exe.\u202ebin', 'File name contains forbidden symbols'],
  ['   ', 'File name contains forbidden symbols'],
])('a file cannot be called %j', async (name, message) => {
  const { status, errors } = await start({ name })
  expect([status, errors[0]?.message]).toEqual([422, message])
})

test('S3.114 S3.115 files in one call: codes stand for types, and nothing stays of what is refused', async () => {
  const body = (type: string) => ({ type: type as UploadType, company_id: branch.company_id, description: 'x' })
  const image = new File([makeImage({ supported_devices: ['linksys,wrt'], version: '23.05' })], 'image.bin')
  const sent = await admin.call(files.createFile, {
    body: body('100'),
    files: { file: image },
  })
  expect(await fileOf(sent.meta.id as number)).toMatchObject({
    type: 'firmware',
    company_name: 'Pier',
    device_model: 'linksys,wrt',
    version: '23.05',
    boards: ['linksys,wrt'],
  })
  const backup = new File([makeBackup()], 'backup.tar.gz')
  const other = await admin.call(files.createFile, { body: body('101'), files: { file: backup } })
  expect(await fileOf(other.data.id)).toMatchObject({ type: 'config' })

  const before = [await count('blobs'), await count('files')]
  const refused = async (type: string, file: File, extra: object = {}) => {
    const answer = await admin.call(files.createFile, { body: { ...body(type), ...extra }, files: { file } })
    return [answer.status, answer.errors[0]?.message]
  }
  expect(await refused('firmware', new File(['hello'], 'x.bin'))).toEqual([422, 'Not a recognised firmware image'])
  expect(await refused('config', new File(['hello'], 'x'))).toEqual([422, 'Not a recognised backup file'])
  expect(await refused('firmware', new File([], 'x.bin'))).toEqual([422, 'The file is empty'])
  expect((await refused('eventslog', backup))[0]).toBe(422)
  expect(await refused('config', backup, { sha256: '0'.repeat(64) })).toEqual([
    422,
    'The checksum does not match: upload the file again',
  ])
  expect((await refused('config', backup, { company_id: 999_999 }))[0]).toBe(404)
  expect([await count('blobs'), await count('files')]).toEqual(before)
})

test('a company has a limited number of bytes, those of unfinished uploads included', async () => {
  const place = await makeCompany(world, 'Full', company)
  const more = { company_id: place.company_id, size: 60 * 1024 * 1024 }
  const one = (await start(more)).data
  const two = await start(more)
  expect([two.status, two.errors[0]?.message]).toEqual([
    409,
    'The files of this company may have 100MB in all; 40MB are left',
  ])
  await admin.call(files.cancelUpload, { params: { id: one.id } })
  const three = await start(more)
  expect(three.status).toBe(201)
  await sql`UPDATE uploads SET expires_at = now() - interval '2 hours' WHERE id = ${three.data.id}`.execute(world.db)
  expect((await send(three.data.id, 0, randomBytes(10))).status).toBe(404)
  expect((await start(more)).status).toBe(201)
})

test('S6.51 firmware of all companies is uploaded and deleted with upload_files_global_scope, and used by all', async () => {
  const image = makeImage({ supported_devices: ['teltonika,rutx'], version: 'RUTX_R_00.07.06' })
  const body = { name: 'RUTX_R_00.07.06_WEBUI.bin', size: image.length }
  expect((await admin.call(files.startGlobalUpload, { body })).status).toBe(403)
  const { id } = (await root.call(files.startGlobalUpload, { body })).data
  await send(id, 0, image, root)
  const done = await root.call(files.finishUpload, { params: { id }, body: {} })
  expect(await fileOf(done.data.id, branchAdmin)).toMatchObject({
    type: 'global_firmware',
    company_id: 0,
    shared: true,
    device_model: 'RUTX',
  })
  const { bytes } = await bytesOf(branchAdmin, `/files/${done.data.id}/download`)
  expect(bytes.equals(image)).toBe(true)
  const params = { id: done.data.id }
  expect((await branchAdmin.call(files.deleteFile, { params })).status).toBe(404)
  // Equal firmware is stored once, also for a company.
  const blobs = await count('blobs')
  await uploadFile(admin, { type: 'firmware', name: body.name, bytes: image })
  expect(await count('blobs')).toBe(blobs)
  expect((await root.call(files.deleteFile, { params })).status).toBe(200)
})

test('a file is used by its company, those above it, and the subsidiaries it is shared with', async () => {
  const id = await uploadFile(admin, { name: 'shared.txt' })
  const share = (ids: number[], client = admin) =>
    client.call(files.setFileCompanies, { params: { id }, body: { company_id: ids } })
  const sees = async (client: TestClient) => {
    const { data } = await client.call(files.listFiles, { query: { id: String(id) } })
    return data.length === 1 && (await bytesOf(client, `/files/${id}/download`)).response.status === 200
  }
  const other = await world.as('sibling')
  expect([await sees(admin), await sees(root), await sees(branchAdmin)]).toEqual([true, true, false])
  expect((await share([branch.company_id])).status).toBe(200)
  expect((await admin.call(files.getFileCompanies, { params: { id } })).data.company_id).toEqual([branch.company_id])
  expect([await sees(branchAdmin), await sees(other)]).toEqual([true, false])
  expect((await fileOf(id, branchAdmin)).shared).toBe(true)
  // Companies that may only use it cannot change it.
  expect((await branchAdmin.call(files.updateFile, { params: { id }, body: { description: 'x' } })).status).toBe(404)
  expect((await branchAdmin.call(files.deleteFile, { params: { id } })).status).toBe(404)
  expect((await share([], branchAdmin)).status).toBe(404)
  const elsewhere = await makeCompany(world, 'Elsewhere')
  for (const wrong of [company.company_id, elsewhere.company_id])
    expect((await share([branch.company_id, wrong])).errors[0]).toMatchObject({ source: 'company_id.1' })
  // A company that is no longer below loses access.
  await sql`UPDATE companies SET l1_id = ${elsewhere.company_id} WHERE id = ${branch.company_id}`.execute(world.db)
  expect(await sees(branchAdmin)).toBe(false)
  await sql`UPDATE companies SET l1_id = ${company.company_id} WHERE id = ${branch.company_id}`.execute(world.db)
  expect((await share([])).status).toBe(200)
  expect(await sees(branchAdmin)).toBe(false)
})

test('S7.53 S7.63 the list is searched and filtered', async () => {
  const device = await makeDevice(world, company)
  const id = await uploadFile(admin, { type: 'config', name: 'Depot backup.tar.gz', bytes: makeBackup() })
  await sql`UPDATE files SET device_id = ${device}, device_model = 'RUTX50' WHERE id = ${id}`.execute(world.db)
  const find = async (query: object) =>
    (await admin.call(files.listFiles, { query: { limit: 100, ...query } as never })).data.map((file) => file.id)
  const all = await find({})
  expect(await find({ q: 'depot', 'search-fields': 'name,email' })).toEqual([id])
  expect(await find({ device_id: device })).toEqual([id])
  expect(await find({ device_id: 'not_null' })).toEqual([id])
  expect(await find({ device_id: 'is_null' })).toEqual(all.filter((one) => one !== id))
  expect(await find({ type: 'config,eventslog', device_model: 'RUTX50' })).toEqual([id])
  expect(await find({ 'ne:type': fileTypes.filter((type) => type !== 'config').join() })).toContain(id)
  expect(await find({ only: branch.company_id })).not.toContain(id)
  const { data } = await admin.call(files.listFiles, { query: { id: String(id), fields: 'id,name,device_model' } })
  expect(data).toEqual([{ id, name: 'Depot backup.tar.gz', device_model: 'RUTX50' }])
})

test('several files as one archive, each under a name of its own', async () => {
  const ids = [
    await uploadFile(admin, { name: 'same.txt', bytes: Buffer.from('first') }),
    await uploadFile(admin, { name: 'same.txt', bytes: Buffer.from('second') }),
  ]
  const zip = (files: number[], client = admin) =>
    bytesOf(client, '/files/download/zip', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ files }),
    })
  const { response, bytes } = await zip(ids)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  // The archive stores names and contents uncompressed.
  for (const text of ['same.txt', 'same (2).txt', 'first', 'second']) expect(bytes.includes(text)).toBe(true)
  expect((await zip([...ids, 999_999])).response.status).toBe(404)
  expect((await zip(ids, branchAdmin)).response.status).toBe(404)
})

test('files are described, deleted alone and together; their audit lines name them', async () => {
  const [one, two, three] = [await uploadFile(admin), await uploadFile(admin), await uploadFile(admin)]
  await admin.call(files.updateFile, { params: { id: one }, body: { description: 'Night buses' } })
  expect((await fileOf(one)).description).toBe('Night buses')
  expect((await admin.call(files.deleteFile, { params: { id: one } })).status).toBe(200)
  const some = await admin.call(files.deleteFiles, { body: { id: [two, three, 999_999] } })
  expect([some.status, some.data.map(({ id }) => id), some.errors[0]?.source]).toEqual([207, [two, three], '999999'])
  const { rows } = await sql<{ action: string; target: string }>`
    SELECT action, target FROM audit WHERE target_id = ${one} AND target = 'file' ORDER BY id`.execute(world.db)
  expect(rows.map(({ action }) => action)).toEqual(['files.create', 'files.update', 'files.delete'])
})

test('the files of a deleted company go with it', async () => {
  const place = await makeCompany(world, 'Closed', company)
  await makeUser(world, 'closed', place, 2)
  const id = await uploadFile(await world.as('closed'))
  await sql`DELETE FROM users WHERE company_id = ${place.company_id}`.execute(world.db)
  expect((await admin.call(deleteCompany, { params: { id: place.company_id } })).status).toBe(200)
  expect((await admin.call(files.getFile, { params: { id } })).status).toBe(404)
})

test('S3.128 a file has the fields of the reference, those the console adds, and no others', async () => {
  const id = await uploadFile(admin, { type: 'config', name: 'fields.tar.gz', bytes: makeBackup() })
  const file = await fileOf(id)
  expect(file).toMatchObject({
    id,
    device_id: null,
    company_id: company.company_id,
    company_name: 'Harbour',
    name: 'fields.tar.gz',
    description: '',
    type: 'config',
    device_model: null,
    version: null,
    file_size: makeBackup().length,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
  const reference =
    'id device_id company_id company_name name description type device_model version file_size created_at'
  expect(Object.keys(file).toSorted()).toEqual(
    [...reference.split(' '), 'boards', 'declared', 'sha256', 'shared'].toSorted(),
  )
  const params = { id }
  const describe = (length: number) =>
    admin.call(files.updateFile, { params, body: { description: 'x'.repeat(length) } })
  expect([(await describe(255)).status, (await describe(256)).status]).toEqual([200, 422])
})
