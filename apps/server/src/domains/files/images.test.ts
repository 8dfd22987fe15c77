import { deflateSync } from 'node:zlib'
import { listAudit } from '@longreach/contract/audit/endpoints'
import { deleteCompany } from '@longreach/contract/companies/endpoints'
import * as images from '@longreach/contract/files/image-endpoints'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { uploadImage } from '../../test/files.ts'
import { chunk, makePng, packedText } from '../../test/png.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let company: Place
let branch: Place
let admin: TestClient
let branchAdmin: TestClient

beforeAll(async () => {
  world = await startWorld({ FILES_QUOTA_MB: '1' })
  company = await makeCompany(world, 'Harbour')
  branch = await makeCompany(world, 'Pier', company)
  await makeUser(world, 'admin', company, 2)
  await makeUser(world, 'branch', branch, 2)
  admin = await world.as('admin')
  branchAdmin = await world.as('branch')
})

afterAll(async () => world?.stop())

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 20 } } })
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: 'black' },
  })

const send = (bytes: Uint8Array, name = 'plan.png', body: object = {}) =>
  admin.call(images.createImage, {
    body: { type: 'device_dashboard', ...body },
    files: { image: new File([Uint8Array.from(bytes)], name) },
  })
async function recordOf(id: number, client = admin) {
  const { data } = await client.call(images.listImages, { query: { id: String(id) as never } })
  return data[0]
}
async function contentOf(id: number, path = '', client = admin) {
  const response = await client.fetch(`/api/images/${id}${path}`)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
const count = async (table: 'blobs' | 'images') =>
  (await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(world.db)).rows[0]?.count

/** Bytes of a PNG before its metadata: the signature and the header. */
const headerSize = 33

test('an image is listed, shown with a thumbnail, described and deleted', async () => {
  const bytes = await picture(1600, 900).png().toBuffer()
  const { status, data } = await send(bytes, 'Pump room.png', { company_id: branch.company_id, description: 'North' })
  expect(status).toBe(201)
  expect(await recordOf(data.id)).toMatchObject({
    name: 'Pump room.png',
    type: 'device_dashboard',
    description: 'North',
    company_id: branch.company_id,
    company_name: 'Pier',
    original_width: 1600,
    original_height: 900,
    user_id: expect.any(Number),
  })
  const whole = await contentOf(data.id)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await sharp(whole.bytes).metadata()).toMatchObject({ format: 'png', width: 1600, height: 900 })
  const small = await contentOf(data.id, '/thumbnail')
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'png', width: 480, height: 270 })
  // The uploader belongs to the company above.
  expect(await recordOf(data.id, branchAdmin)).toMatchObject({ user_id: null })

  const params = { id: data.id }
  expect((await admin.call(images.updateImage, { params, body: { description: 'South' } })).status).toBe(200)
  expect(await recordOf(data.id)).toMatchObject({ description: 'South' })
  expect((await admin.call(images.updateImage, { params, body: { description: 'x'.repeat(256) } })).status).toBe(422)
  expect((await admin.call(images.deleteImage, { params })).status).toBe(200)
  expect([(await contentOf(data.id)).status, await recordOf(data.id)]).toEqual([404, undefined])
  const { data: lines } = await admin.call(listAudit, { query: { target: 'image' } })
  expect(lines.map(({ action }) => action).toSorted()).toEqual([
    'files.create_image',
    'files.delete_image',
    'files.update_image',
  ])
})

test('an image is turned as its metadata says, and stored without position, camera and colour profile', async () => {
  const bytes = await picture(300, 200)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Make: 'Camera 7' }, IFD3: { GPSLatitude: '54/1 41/1 0/1', GPSLatitudeRef: 'N' } })
    .withIccProfile('p3')
    .toBuffer()
  expect(bytes.includes('Camera 7')).toBe(true)
  const { data } = await send(bytes, 'photo.jpg')
  expect(await recordOf(data.id)).toMatchObject({ original_width: 200, original_height: 300 })
  for (const path of ['', '/thumbnail']) {
    const content = await contentOf(data.id, path)
    expect(content.headers.get('content-type')).toBe('image/jpeg')
    const facts = await sharp(content.bytes).metadata()
    expect(facts).toMatchObject({ width: 200, height: 300 })
    expect([facts.exif, facts.icc, facts.xmp, facts.iptc, facts.orientation]).toEqual(Array(5).fill(undefined))
    expect(content.bytes.includes('Camera 7')).toBe(false)
  }
})

test('what follows the picture in a file is not stored', async () => {
  const bytes = Buffer.concat([await picture(20, 20).png().toBuffer(), Buffer.from('<script>alert(1)</script>')])
  const { data } = await send(bytes)
  expect((await contentOf(data.id)).bytes.includes('<script>')).toBe(false)
})

test('what is no JPEG or PNG, damaged, too large or badly named is refused, and nothing of it stays', async () => {
  const before = [await count('blobs'), await count('images')]
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')
  const notImage = 'Not a recognised JPEG or PNG image'
  const large = 'Images have at most 2048 × 1080 pixels'
  const jpeg = await noise(400, 300).jpeg().toBuffer()
  const png = await noise(400, 300).png().toBuffer()
  const cases: [Uint8Array, string, string][] = [
    [gif, 'plan.png', notImage],
    [svg, 'plan.png', notImage],
    [Buffer.from('hello'), 'plan.jpg', notImage],
    [new Uint8Array(), 'plan.jpg', notImage],
    [jpeg.subarray(0, jpeg.length / 2), 'plan.jpg', 'The image is damaged'],
    [png.subarray(0, png.length / 2), 'plan.png', 'The image is damaged'],
    [makePng([20_000, 20_000]), 'plan.png', large],
    [makePng([2049, 1]), 'plan.png', large],
    [makePng([1, 1081]), 'plan.png', large],
    [makePng([2048, 1080]), 'plan.png', 'The image is damaged'],
    [gif, 'plan.gif', 'Select a file of type .jpg,.jpeg,.png'],
    [png, 'a<b.png', 'File name contains forbidden symbols'],
    [Buffer.alloc(5 * 1024 * 1024 + 1), 'plan.png', 'Maximum file size is 5MB'],
  ]
  for (const [bytes, name, message] of cases) {
    const { status, errors } = await send(bytes, name)
    expect([name, bytes.length, status, errors[0]?.source, errors[0]?.message]).toEqual([
      name,
      bytes.length,
      422,
      'image',
      message,
    ])
  }
  expect((await send(png, 'plan.png', { type: 'avatar' })).status).toBe(422)
  expect((await send(png, 'plan.png', { company_id: 999_999 })).status).toBe(404)
  expect([await count('blobs'), await count('images')]).toEqual(before)
})

test('an image whose metadata unpacks to more than a megabyte is refused before it is decoded', async () => {
  const png = await picture(20, 20).png().toBuffer()
  const withChunks = (...chunks: Buffer[]) =>
    Buffer.concat([png.subarray(0, headerSize), ...chunks, png.subarray(headerSize)])
  const zeros = (size: number) => deflateSync(Buffer.alloc(size, 65))
  const worldText = (flag: number, content: Buffer) =>
    chunk('iTXt', Buffer.concat([Buffer.from([75, 0, flag, 0]), Buffer.from('en\0Key\0'), content]))
  const profile = (size: number) => chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), zeros(size)]))
  const plain = chunk('tEXt', Buffer.from('Key\0text'))
  const million = 1_000_000
  const refused = [
    withChunks(...Array<Buffer>(600).fill(packedText(7_900_000))),
    withChunks(packedText(7_900_000)),
    withChunks(worldText(1, zeros(2 * million))),
    withChunks(worldText(0, Buffer.alloc(2 * million, 65))),
    withChunks(profile(2 * million)),
    withChunks(packedText(600_000), profile(600_000)),
    withChunks(...Array<Buffer>(1001).fill(plain)),
  ]
  for (const bytes of refused) {
    const { status, errors } = await send(bytes)
    expect([bytes.length, status, errors[0]?.message]).toEqual([
      bytes.length,
      422,
      'The image has more than 1MB of metadata',
    ])
  }
  const damaged = withChunks(chunk('zTXt', Buffer.from('Comment\0\0not packed')))
  expect((await send(damaged)).errors[0]?.message).toBe('The image is damaged')
  const usual = withChunks(packedText(900_000), worldText(1, zeros(1000)), worldText(0, Buffer.from('text')), plain)
  expect((await send(usual)).status).toBe(201)
})

test('several images at once are all stored', async () => {
  const bytes = await picture(800, 600).jpeg().toBuffer()
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => send(bytes, `at once ${n}.jpg`)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
})

test('an image that is sent again because its answer was lost is stored once, also while the first is being stored', async () => {
  // Large enough to have a separate thumbnail.
  const bytes = await picture(641, 123).png().toBuffer()
  const [before, blobs] = [await count('images'), await count('blobs')]
  const upload_key = 'a1b2c3d4e5f60718'
  const answers = await Promise.all([1, 2, 3].map(() => send(bytes, 'Once.png', { upload_key })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  expect(await count('images')).toBe((before ?? 0) + 1)
  expect(await count('blobs')).toBe((blobs ?? 0) + 2)
  const { data: lines } = await admin.call(listAudit, { query: { target: 'image' } })
  expect(lines.filter(({ sentence }) => sentence.includes('Once.png'))).toHaveLength(1)
  // A key belongs to one user, and without a key each upload is a new image.
  const other = await branchAdmin.call(images.createImage, {
    body: { type: 'device_dashboard', upload_key },
    files: { image: new File([Uint8Array.from(bytes)], 'Other.png') },
  })
  expect(other.data.id).not.toBe(answers[0]?.data.id)
  expect((await send(bytes)).data.id).not.toBe((await send(bytes)).data.id)
  expect((await send(bytes, 'Short.png', { upload_key: 'short' })).status).toBe(422)
  expect(await count('images')).toBe((before ?? 0) + 4)
})

test('images count as files of their company, and go with it', async () => {
  const place = await makeCompany(world, 'Full', company)
  const into = { company_id: place.company_id }
  const big = await noise(640, 480).png().toBuffer()
  expect((await send(big, 'one.png', into)).status).toBe(201)
  const more = await send(big, 'two.png', into)
  expect([more.status, more.errors[0]?.message]).toEqual([
    409,
    expect.stringMatching(/^The files of this company may have 1MB in all; .* are left$/),
  ])
  const before = await count('images')
  const { status } = await admin.call(deleteCompany, { params: { id: place.company_id } })
  expect([status, Number(before) - Number(await count('images'))]).toEqual([200, 1])
})

test('an image is seen by its company and those above it', async () => {
  const id = await uploadImage(admin)
  for (const path of ['', '/thumbnail']) expect((await contentOf(id, path, branchAdmin)).status).toBe(404)
  expect(await recordOf(id, branchAdmin)).toBeUndefined()
  const below = await uploadImage(branchAdmin)
  expect(await recordOf(below)).toMatchObject({ company_name: 'Pier' })
})

test('selected images are deleted together, or all that a filter of the list matches', async () => {
  const [one, two, three] = [await uploadImage(admin), await uploadImage(admin), await uploadImage(admin)]
  const theirs = await uploadImage(branchAdmin)
  const remove = (body: object, client = admin) => client.call(images.deleteImages, { body: body as never })
  expect((await remove({ id: [one] }, branchAdmin)).status).toBe(404)
  const some = await remove({ id: [one, two, 999_999] })
  expect([some.status, some.data.map(({ id }) => id), some.errors[0]?.source]).toEqual([207, [one, two], '999999'])
  // Limited to the company selected for all pages, and to the search.
  const all = await remove({ filter: { only: branch.company_id } })
  expect([all.status, all.data.map(({ id }) => id).includes(three)]).toEqual([200, false])
  expect(await recordOf(theirs)).toBeUndefined()
  expect(await recordOf(three)).toMatchObject({ id: three })
  expect((await remove({ filter: { q: 'no such image' } })).status).toBe(422)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM audit WHERE action = 'files.delete_images' AND target_id IN (${one}, ${two}, ${theirs})
  `.execute(world.db)
  expect(rows[0]?.count).toBe(3)
})

test('the list is limited to the company that was chosen for all pages', async () => {
  const [ours, theirs] = [await uploadImage(admin), await uploadImage(branchAdmin)]
  const { data } = await admin.call(images.listImages, { query: { only: branch.company_id as never, limit: 100 } })
  const ids = data.map(({ id }) => id)
  expect([ids.includes(ours), ids.includes(theirs)]).toEqual([false, true])
})

test('a browser that has an image asks whether the user may still see it', async () => {
  const id = await uploadImage(admin)
  const { headers } = await contentOf(id, '/thumbnail')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  const again = (client: TestClient) =>
    client.fetch(`/api/images/${id}/thumbnail`, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  const answer = await again(admin)
  expect([answer.status, await answer.text()]).toEqual([304, ''])
  expect((await again(branchAdmin)).status).toBe(404)
})
