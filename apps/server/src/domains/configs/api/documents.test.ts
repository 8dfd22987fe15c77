import { listAudit } from '@longreach/contract/audit/endpoints'
import {
  deleteApiDocument,
  downloadApiDocument,
  findApiDocument,
  listApiDocuments,
  uploadApiDocument,
} from '@longreach/contract/configs/document-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { apiDocument } from '../../../test/examples/configs.ts'
import { makeCompany, makeDevice, makeUser, startWorld, type World } from '../../../test/world.ts'
import { inEnglish } from '../../../texts.ts'
import { readDocument } from './document.ts'

let world: World
let root: TestClient
let admin: TestClient

beforeAll(async () => {
  world = await startWorld()
  root = await world.as('root')
  const company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
})
afterAll(async () => world?.stop())

const upload = (file: File | undefined, body: object = { system: 'rutos' }, client = root) =>
  client.call(uploadApiDocument, { body: body as never, files: file ? { file } : {} })
const jsonFile = (content: string, name = 'api.json') => new File([content], name, { type: 'application/json' })
const sentences = async (action: string) =>
  (await root.call(listAudit, { query: { action } as never })).data.map(({ sentence }) => sentence)

test('S5.63 S5.64 a document needs a system, RutOS or TSWOS, and a JSON file', async () => {
  for (const [body, file, source, message] of [
    [{}, apiDocument(), 'system', 'Required'],
    [{ system: 'openwrt' }, apiDocument(), 'system', 'Select an option'],
    [{ system: 'rutos' }, undefined, 'file', 'Required'],
    [{ system: 'rutos' }, jsonFile('{}', 'api.yaml'), 'file', 'Select a file of type .json'],
  ] as const) {
    const { status, errors } = await upload(file, body)
    expect([status, errors]).toMatchObject([422, [{ source, message }]])
  }
  expect((await root.call(listApiDocuments)).data).toEqual([])
})

test('S5.65 S7.76 one for each system is uploaded, seen by all companies, and replaced only with overwrite', async () => {
  const first = await upload(apiDocument())
  expect(first).toMatchObject({
    status: 201,
    data: { system: 'rutos', title: 'RutOS API', version: '1.14', operations: 1, username: 'root@example.test' },
  })
  const later = () => apiDocument({ info: { title: 'RutOS API', version: '1.15' } })
  expect(await upload(later())).toMatchObject({
    status: 409,
    errors: [{ source: 'system', message: 'A document for this system already exists' }],
  })
  expect(await upload(apiDocument(), { system: 'tswos' })).toMatchObject({ status: 201 })
  expect(await upload(later(), { system: 'rutos', overwrite: true })).toMatchObject({ data: { version: '1.15' } })

  const { data } = await admin.call(listApiDocuments)
  expect(data.map(({ system, version }) => `${system} ${version}`)).toEqual(['rutos 1.15', 'tswos 1.14'])
  const downloaded = await admin.call(downloadApiDocument, { params: { system: 'rutos' } })
  expect(downloaded.text).toBe(await later().text())
  expect(downloaded.headers.get('content-disposition')).toContain('rutos-api.json')
  expect(await sentences('configs.upload_document')).toEqual([
    'root@example.test uploaded the device API document RutOS API 1.15',
    'root@example.test uploaded the device API document RutOS API 1.14',
    'root@example.test uploaded the device API document RutOS API 1.14',
  ])
  expect(await upload(later(), { system: 'rutos', overwrite: true }, admin)).toMatchObject({ status: 403 })
  expect(await admin.call(deleteApiDocument, { params: { system: 'rutos' } })).toMatchObject({ status: 403 })
})

test('two uploads at the same time leave one document', async () => {
  await root.call(deleteApiDocument, { params: { system: 'tswos' } })
  const both = await Promise.all([1, 2].map(() => upload(apiDocument(), { system: 'tswos' })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('devices of one system have the address of their document; of two, or of an unknown one, they have none', async () => {
  const company = await makeCompany(world, 'Quay')
  const rival = await makeCompany(world, 'Rival')
  await makeUser(world, 'quay', company, 4)
  const quay = await world.as('quay')
  const [router, other, managed, unknown, theirs] = [
    await makeDevice(world, company, { model: 'RUTX50' }),
    await makeDevice(world, company, { model: 'RUT956' }),
    await makeDevice(world, company, { model: 'TSW202' }),
    await makeDevice(world, company, { model: 'Box', name: 'Crane' }),
    await makeDevice(world, rival, { model: 'RUTX50' }),
  ]
  const find = (...ids: number[]) => quay.call(findApiDocument, { query: { device_id: ids } })
  const { data } = await find(router, other)
  expect(data.url).toBe('/api/devices/configurator/specifications/rutos')
  expect((await quay.fetch(data.url ?? '')).status).toBe(200)
  expect(await find(router, managed)).toMatchObject({
    status: 409,
    errors: [{ message: 'The devices are of two systems' }],
  })
  expect(await find(unknown)).toMatchObject({
    status: 409,
    errors: [{ message: 'The system of Crane is unknown' }],
  })
  expect(await find(theirs)).toMatchObject({ status: 200, data: { url: null } })
  await root.call(deleteApiDocument, { params: { system: 'tswos' } })
  expect(await find(managed)).toMatchObject({
    status: 404,
    errors: [{ message: 'There is no API document for the system of these devices' }],
  })
  expect(await root.call(deleteApiDocument, { params: { system: 'tswos' } })).toMatchObject({ status: 404 })
  expect(await sentences('configs.delete_document')).toContain(
    'root@example.test deleted the device API document RutOS API 1.14',
  )
})

const other = 'The file is not an OpenAPI document with a title, a version and paths'
const complex = 'The document is too large or too deeply nested'
const schemas = (own: object) => ({ components: { schemas: own } })
const reference = (to: string) => ({ $ref: `#/components/schemas/${to}` })

test('what is no document, or could keep the server busy, is refused with one reason', async () => {
  const valid = await apiDocument().text()
  const fault = (content: string) => {
    const read = readDocument(Buffer.from(content))
    return 'fault' in read ? inEnglish(read.fault) : 'none'
  }
  expect(fault(valid)).toBe('none')
  for (const content of ['', 'openapi: 3.0.0', valid.slice(0, -1), '"'.repeat(99), '{"a":"\uD800'])
    expect(fault(content)).toBe('The file is not JSON, or it is truncated')

  for (const content of ['null', '[]', '{}', '{"swagger":"1.2"}', valid.replace('3.0.0', '4.0.0')])
    expect(fault(content)).toBe(other)
  for (const changes of [
    { info: { title: 'RutOS API' } },
    { info: { title: '\u0007', version: '1' } },
    { paths: {} },
    { paths: [] },
    { paths: { interfaces: { get: {} } } },
    { paths: { '/interfaces': { summary: 'No method' } } },
  ])
    expect(fault(await apiDocument(changes).text())).toBe(other)

  expect(fault('['.repeat(5_000_000))).toBe(complex)
  expect(fault(`{"a":${'{"a":'.repeat(200)}1${'}'.repeat(201)}`)).toBe(complex)
  expect(fault(`[${'[],'.repeat(4_000_000)}1]`)).toBe(complex)

  const leads = async (own: object) => fault(await apiDocument(schemas(own)).text())
  expect(await leads({ a: reference('b') })).toBe('A reference in the document leads nowhere: #/components/schemas/b')
  expect(await leads({ a: reference('b'), b: reference('a') })).toContain('References in the document lead in a circle')
  expect(await leads({ a: reference('a') })).toContain('lead in a circle')
  expect(await leads({ a: reference('constructor') })).toContain('leads nowhere')
  expect(await leads({ a: { $ref: 'https://example.test/api.json' } })).toBe(
    'The document refers to something outside of itself: https://example.test/api.json',
  )
  const chain = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`s${at}`, reference(`s${at + 1}`)]))
  expect(await leads({ ...chain, s50000: { type: 'string' } })).toBe(complex)
})

test('the reason is at the file, and nothing is stored', async () => {
  for (const [content, message] of [
    ['{"openapi":', 'The file is not JSON, or it is truncated'],
    ['{}', other],
    ['['.repeat(5_000_000), complex],
  ] as const)
    expect(await upload(jsonFile(content), { system: 'tswos' })).toMatchObject({
      status: 422,
      errors: [{ source: 'file', message }],
    })
  expect((await root.call(listApiDocuments)).data.map(({ system }) => system)).toEqual(['rutos'])
})

test('more than 32 MB are refused while they are sent', async () => {
  const large = jsonFile(`"${'x'.repeat(33 * 1024 * 1024)}"`)
  expect(await upload(large, { system: 'tswos' })).toMatchObject({
    status: 422,
    errors: [{ source: 'file', message: 'Maximum file size is 32MB' }],
  })
})

test('a schema may contain itself, and samples are no references', async () => {
  const tree = { type: 'object', properties: { children: { type: 'array', items: reference('Tree') } } }
  const sample = { example: { $ref: 'nowhere' } }
  const file = apiDocument(schemas({ Tree: tree, 'a/b~c': sample, Other: { $ref: '#/components/schemas/a~1b~0c' } }))
  expect(await upload(file, { system: 'tswos' })).toMatchObject({ status: 201, data: { operations: 1 } })
})

test('what the database cannot store is left out of a document, and written escapes are kept', async () => {
  const words = (description: string, pattern: string) => {
    const schema = { type: 'string', description, pattern }
    const requestBody = { content: { 'application/json': { schema } } }
    const answers = { responses: { 200: { description: 'Words' } } }
    return apiDocument({ paths: { '/words': { put: { requestBody, ...answers } } } })
  }
  const file = words('a\u0000b\ud800c', '^[^\\u0000\\ud800]*$')
  expect(await upload(file, { system: 'tswos', overwrite: true })).toMatchObject({ status: 201 })
  const { rows } = await sql<{ definition: string }>`
    SELECT definition::text FROM api_operations WHERE path = '/words' AND system = 'tswos'`.execute(world.db)
  expect(rows[0]?.definition).toContain('"abc"')
  expect(rows[0]?.definition).toContain('"^[^\\\\u0000\\\\ud800]*$"')
})
