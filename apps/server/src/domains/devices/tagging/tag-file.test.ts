import { listAudit } from '@longreach/contract/audit/endpoints'
import { getDevice } from '@longreach/contract/devices/endpoints'
import { tagDevicesOfFile } from '@longreach/contract/devices/tag-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'

let world: World
let top: Place
let other: Place
let admin: TestClient

beforeAll(async () => {
  world = await startWorld()
  top = await makeCompany(world, 'Top')
  other = await makeCompany(world, 'Other')
  await makeUser(world, 'admin', top, 2)
  admin = await world.as('admin')
})

afterAll(async () => world?.stop())

const tagsOf = async (id: number) =>
  (await admin.call(getDevice, { params: { id } })).data.tags.map((tag: { id: number }) => tag.id)

function send(
  text: string | Uint8Array<ArrayBuffer>,
  tags: number[],
  column: 'mac' | 'serial' = 'serial',
  name = 'devices.csv',
) {
  const file = new File([text], name, { type: 'text/csv' })
  return admin.call(tagDevicesOfFile, { body: { first_parameter: column, tag_id: tags }, files: { file } })
}

test('the devices of a file get the tags; other columns, a heading and repeated lines are ignored', async () => {
  const [one, two] = [
    await makeDevice(world, top, { serial: '1100000001' }),
    await makeDevice(world, top, { serial: '1100000002' }),
  ]
  const [red, blue] = [await makeTag(world, top), await makeTag(world, top)]
  const text = '\ufeffSerial;name\r\n1100000001;"bus; 12"\r\n"1100000002";x\r\n\r\n1100000001;again\r\n'
  const answer = await send(text, [red, blue])
  expect([answer.status, answer.data]).toEqual([200, { devices: 2, added: 4, removed: 0 }])
  expect(await tagsOf(one)).toEqual([red, blue])
  expect(await tagsOf(two)).toEqual([red, blue])
  const again = await send(text, [red])
  expect(again.data).toEqual({ devices: 2, added: 0, removed: 0 })
  const { data } = await admin.call(listAudit, { query: { limit: 1 } })
  expect(data[0]).toMatchObject({ action: 'devices.tag_file' })
})

test('MACs are recognised in any notation', async () => {
  const device = await makeDevice(world, top, { mac: '00:1E:42:AA:BB:01' })
  const tag = await makeTag(world, top)
  const answer = await send('mac\n001e42aabb01,x\n00-1E-42-AA-BB-01\n', [tag], 'mac')
  expect([answer.status, answer.data.devices]).toEqual([200, 1])
  expect(await tagsOf(device)).toEqual([tag])
})

test('a file is read as a spreadsheet wrote it; what it shortened is an error of its line', async () => {
  const [one, two] = [
    await makeDevice(world, top, { serial: '0100000021' }),
    await makeDevice(world, top, { serial: '0100000022' }),
  ]
  const tag = await makeTag(world, top)
  const answer = await send(`sep=;\r\nserial;note\r\n="0100000021";a,b\r\n'01\u200b00000022\r\n1.1E+09;x\r\n`, [tag])
  expect([answer.status, answer.data.devices]).toEqual([207, 2])
  expect(answer.errors.map(({ source, message }) => [source, message])).toEqual([
    ['5', 'Line 5: 1.1E+09 was shortened by a spreadsheet. Format the column as text'],
  ])
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([[tag], [tag]])
})

test("lines of unknown devices, or another company's, are listed by number; the others are processed", async () => {
  const mine = await makeDevice(world, top, { serial: '1100000011' })
  await makeDevice(world, other, { serial: '1100000012' })
  const tag = await makeTag(world, top)
  const answer = await send('1100000011\n1100000012\n=cmd|x\n', [tag])
  expect(answer.status).toBe(207)
  expect(answer.errors.map(({ code, source }) => [code, source])).toEqual([
    ['NOT_FOUND', '2'],
    ['NOT_FOUND', '3'],
  ])
  expect(await tagsOf(mine)).toEqual([tag])
  const none = await send('1100000012\n', [tag])
  expect([none.status, none.errors[0]?.message]).toEqual([404, 'Line 1: no device with 1100000012'])
  const many = await send(Array.from({ length: 250 }, (_, at) => `99000${at}`).join('\n'), [tag])
  expect([many.errors.length, many.errors.at(-1)?.message]).toEqual([101, '150 more lines match no device'])
})

test('invalid files change nothing and give the reason', async () => {
  const tag = await makeTag(world, top)
  const said = async (answer: ReturnType<typeof send>) => {
    const { status, errors } = await answer
    return [status, errors[0]?.source, errors[0]?.message]
  }
  expect(await said(send('', [tag]))).toEqual([422, 'file', 'File lists no devices'])
  expect(await said(send('serial\n', [tag]))).toEqual([422, 'file', 'File lists no devices'])
  expect(await said(send(new Uint8Array([0x50, 0x4b, 0xff, 0xfe]), [tag]))).toEqual([
    422,
    'file',
    'The file is not valid UTF-8 text',
  ])
  expect(await said(send('1'.repeat(1024 * 1024 + 1), [tag]))).toEqual([422, 'file', 'Maximum file size is 1MB'])
  // PostgreSQL stores no NUL in texts.
  expect(await said(send('11\u000000001\n', [tag]))).toEqual([422, 'file', 'The file is not valid UTF-8 text'])
  const lines = Array.from({ length: 10_001 }, (_, at) => String(at)).join('\n')
  expect(await said(send(lines, [tag]))).toEqual([422, 'file', 'At most 10,000 devices per file'])
  const noFile = await admin.call(tagDevicesOfFile, { body: { first_parameter: 'serial', tag_id: [tag] } })
  expect([noFile.status, noFile.errors[0]?.source]).toEqual([422, 'file'])
  const noTag = await send('1100000001\n', [])
  expect([noTag.status, noTag.errors[0]?.source]).toEqual([422, 'tag_id'])
})

test('a body of another kind, an unexpected file and names of prototypes are refused', async () => {
  const raw = (body: string | FormData, type?: string) =>
    admin.fetch('/api/devices/tags', { method: 'POST', body, ...(type ? { headers: { 'content-type': type } } : {}) })
  expect((await raw('{}', 'application/json')).status).toBe(422)
  expect((await raw('broken', 'multipart/form-data; boundary=x')).status).toBe(400)
  const stray = new FormData()
  stray.append('other', new File(['1'], 'a.csv', { type: 'text/csv' }))
  const refused = await raw(stray)
  expect([refused.status, ((await refused.json()) as { errors: { source: string }[] }).errors[0]?.source]).toEqual([
    422,
    'other',
  ])
  const proto = new FormData()
  proto.append('__proto__', 'x')
  expect((await raw(proto)).status).toBeLessThan(500)
})
