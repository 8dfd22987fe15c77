import { listAudit } from '@longreach/contract/audit/endpoints'
import { authorizeDevice, setRegistration } from '@longreach/contract/devices/authorized-endpoints'
import { listDeviceLogs, listDevices } from '@longreach/contract/devices/endpoints'
import { downloadFailedRows, importDevices, previewImport } from '@longreach/contract/devices/import-endpoints'
import { patience } from '@longreach/contract/test-patience'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { enrolDevice, tryEnrol } from '../../../test/device.ts'
import { until } from '../../../test/until.ts'
import { makeWorkbook, sheetOf, workbookOf } from '../../../test/workbook.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../../test/world.ts'

let world: World
let top: Place
let other: Place
let root: TestClient
let admin: TestClient
let colleague: TestClient
let client: TestClient

beforeAll(async () => {
  world = await startWorld()
  root = await world.as('root')
  top = await makeCompany(world, 'Top')
  other = await makeCompany(world, 'Other')
  for (const [name, role] of [
    ['admin', 2],
    ['colleague', 2],
    ['client', 3],
  ] as const)
    await makeUser(world, name, top, role)
  admin = await world.as('admin')
  colleague = await world.as('colleague')
  client = await world.as('client')
})

afterAll(async () => world?.stop())

beforeEach(async () => {
  await sql`DELETE FROM rate_limits`.execute(world.db)
})

type Options = {
  tag_id?: number[]
  add_without_password?: boolean
  type?: 'xls'
  company_id?: number
  device_series?: 'rut' | 'trb'
}

type Content = string | Uint8Array<ArrayBuffer>

const callOf = (content: Content, options: Options) => ({
  body: { company_id: top.company_id, device_series: 'rut' as const, ...options },
  files: { file: new File([content], typeof content === 'string' ? 'devices.csv' : 'devices.xlsx') },
})
const preview = (content: Content, options: Options = {}, as = admin) =>
  as.call(previewImport, callOf(content, options))
const start = (content: Content, options: Options = {}, as = admin) => as.call(importDevices, callOf(content, options))

const importOf = (id: number) =>
  world.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ended = (id: number) => until(async () => (await importOf(id)).finished_at !== null, patience.import)

/** Imports a file and waits until all of its rows are processed. */
async function run(content: Content, options: Options = {}, as = admin) {
  const answer = await start(content, options, as)
  expect(answer.errors).toEqual([])
  await ended(answer.data.id)
  return answer
}

let serial = 4_000_000_000
function newRow() {
  serial++
  const mac = `02${String(serial).padStart(10, '0')}`
  return { serial: String(serial), mac, line: `${serial},${mac},Admin-${serial}` }
}
const newRows = (count: number) => Array.from({ length: count }, newRow)
const withColons = (mac: string) => mac.replace(/(..)(?=.)/g, '$1:')
const file = (rows: readonly { line: string }[]) => `serial,mac,password\n${rows.map(({ line }) => line).join('\n')}\n`
const countOf = async (rows: readonly { serial: string }[]) => {
  const { rows: found } = await sql<{ serial: string }>`
    SELECT serial FROM devices WHERE serial = ANY (${rows.map((row) => row.serial)}::text[])`.execute(world.db)
  return found.length
}
const eventsOf = async (channel: string) => {
  const { data } = (await (await admin.fetch(`/status/channel/${channel}`)).json()) as {
    data: Record<string, { status: string; value: string; progress: object; data?: object }[]>
  }
  return data[String(top.company_id)]
}

test('devices of a file are added with name, tags and password, and verified at their first contact', async () => {
  const [red, depot] = [await makeTag(world, top, { name: 'Red' }), await makeTag(world, top, { name: 'Depot' })]
  const [one, two] = [newRow(), newRow()]
  const content = [
    '\ufeffDevice name;Serial number;Tags;Password;MAC address;note',
    `Bus 12;${one.serial};"depot";=sesame;${one.mac};x`,
    `;${two.serial};;" pass;word";${two.mac};y`,
  ].join('\r\n')
  const { data, meta, status } = await run(content, { tag_id: [red] })
  expect([status, data]).toMatchObject([201, { total: 2, failed: 0, enrolment_key: null }])
  const list = (await admin.call(listDevices, { query: { q: 'bus 12' } })).data
  expect(list).toMatchObject([{ serial: one.serial, status: null, tags: [{ id: depot }, { id: red }] }])
  expect((await eventsOf(meta?.channel as string))?.at(-1)).toMatchObject({
    status: 'completed',
    value: '2 devices added',
    progress: { value: 2, total: 2 },
  })
  const mac = withColons(one.mac)
  const { line } = await tryEnrol(world.app.gatewayPort as number, { password: '=sesame' }, { serial: one.serial, mac })
  expect(line).toMatch(/^bound /)
  const { rows } = await sql`
    SELECT 1 FROM import_rows WHERE import_id = ${data.id} AND password IS NOT NULL`.execute(world.db)
  expect(rows).toEqual([])
  const { data: lines } = await admin.call(listAudit, { query: { target: 'import', limit: 1 } })
  expect(lines[0]).toMatchObject({ sentence: 'admin@example.test imported 2 devices from a file' })
})

test('S8.40: a preview names line, column and reason of each error, and adds nothing', async () => {
  await makeDevice(world, top, { serial: '4900000001' })
  await makeDevice(world, other, { serial: '4900000002' })
  await makeTag(world, top, { name: 'Blue' })
  const row = (serial: string, mac = '001e42490001', password = 'x', tags = '') =>
    `${serial},${mac},${password},${tags}`
  const content = [
    'serial,mac,password,tags',
    row('4900000001'),
    row('4900000002'),
    row('123'),
    row('4900000004', 'wrong'),
    row('4900000005', undefined, ''),
    row('4900000006'),
    row('4900000006'),
    row('4.9E+09'),
    row('4900000009', undefined, undefined, 'Blue|Nowhere'),
    ',,,',
    row('490000001_'),
  ].join('\n')
  const { data, status } = await preview(content)
  expect([status, data.total, data.failed]).toEqual([200, 10, 8])
  expect(data.errors.map(({ source, message }) => [source, message])).toEqual([
    ['data.2.serial', 'Serial number already in your list'],
    ['data.4.serial', 'Enter a 10-digit serial number'],
    ['data.5.mac', 'Enter a MAC address such as 00:1E:42:00:00:00'],
    ['data.6.password', 'Enter the device’s current password'],
    ['data.8.serial', 'Same serial number as line 7'],
    ['data.9.serial', '4.9E+09 was shortened by a spreadsheet. Format the column as text'],
    ['data.10.tags', 'No tag Nowhere'],
    ['data.12.serial', 'Enter a 10-digit serial number'],
  ])
  expect(await countOf([{ serial: '4900000006' }])).toBe(0)
})

test('a file is read as a spreadsheet wrote it: its separator named, its texts marked, nothing lost', async () => {
  const [one, two, three] = [newRow(), newRow(), newRow()]
  const content = [
    'sep=;',
    'serial;mac;name;password',
    `="${one.serial}";${one.mac};'2026;x`,
    `'${two.serial.slice(0, 4)}\u200b${two.serial.slice(4)};\u00a0${two.mac};b,c;x`,
    `${three.serial};${three.mac};d;e;x`,
    ';;;',
  ].join('\r\n')
  const { data } = await preview(content)
  expect(data).toMatchObject({ total: 3, failed: 1, errors: [{ line: 5, column: 'serial' }] })
  expect(data.errors[0]?.message).toMatch(/^x is in a column without a heading/)
  await run(content)
  expect(await countOf([one, two])).toBe(2)
  const { data: listed } = await admin.call(listDevices, { query: { q: one.serial } })
  expect(listed).toMatchObject([{ serial: one.serial, name: '2026' }])
  const twice = await preview('serial;mac;name;Name\n1;2;3;4')
  expect([twice.status, twice.errors[0]?.message]).toEqual([422, 'Two columns are for Name: keep one'])
})

test('rows that fail can be downloaded by the importer, and imported again as they are', async () => {
  const rows = newRows(3)
  const content = `${file(rows)},001e42490001,"'=se;cret"\nx,001e42490002,''-1\n`
  const { data, meta } = await run(content)
  expect([data.total, data.failed, await countOf(rows)]).toEqual([5, 2, 3])
  expect((await eventsOf(meta?.channel as string))?.at(-1)).toMatchObject({
    status: 'warning',
    value: '3 devices added. 2 failed',
    data: { import_id: data.id, added: 3, failed: 2 },
  })
  const params = { id: data.id }
  expect((await colleague.call(downloadFailedRows, { params })).status).toBe(404)
  const { text } = await admin.call(downloadFailedRows, { params })
  const reason = 'Enter a 10-digit serial number'
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    'serial,mac,imei,name,password,tags,line,reason',
    `,001e42490001,,,"'=se;cret",,5,${reason}`,
    `x,001e42490002,,,''-1,,6,${reason}`,
  ])
  const corrected = text.replace('\n,', `\n${newRow().serial},`).replace('\nx,', `\n${newRow().serial},`)
  expect((await preview(corrected)).data).toMatchObject({ total: 2, failed: 0 })
  const again = await admin.call(downloadFailedRows, { params, query: { separator: ';' } })
  expect(again.text).toMatch(/^\ufeff?serial;mac;imei;name;password;tags;line;reason\r\n;001e42490001;/)
  expect(again.text).toContain('001e42490001')
  expect(again.text).not.toContain('cret')
})

test('only administrators of a company import devices without a password; one key enrols all of them', async () => {
  const rows = [newRow(), newRow()] as const
  const content = `mac,serial\n${rows.map(({ serial, mac }) => `${mac},${serial}`).join('\n')}\n`
  const refused = await start(content, { add_without_password: true }, client)
  expect([refused.status, refused.errors[0]?.source]).toEqual([403, 'add_without_password'])
  const { data } = await run(content, { add_without_password: true })
  const identity = { serial: rows[0].serial, mac: withColons(rows[0].mac) }
  const device = await enrolDevice(world.app.gatewayPort as number, data.enrolment_key?.key ?? '', identity)
  const { rows: listed } = await sql<{ id: number }>`SELECT id FROM devices WHERE serial = ${identity.serial}`.execute(
    world.db,
  )
  expect(listed).toEqual([{ id: device.deviceId }])
})

test('invalid files, companies out of reach and foreign tags are refused', async () => {
  const content = file([newRow()])
  const refusal = async (answer: ReturnType<typeof preview>) => {
    const { status, errors } = await answer
    return [status, errors[0]?.source, errors[0]?.message]
  }
  const columns = 'serial, mac, imei, name, password, tags'
  expect(await refusal(preview('serial,mac\n'))).toEqual([422, 'file', 'The file contains no devices'])
  expect(await refusal(preview('mac\n1\n'))).toEqual([422, 'file', `Name the columns in the first line: ${columns}`])
  expect(await refusal(preview(new Uint8Array([0xff, 0xfe])))).toEqual([
    422,
    'file',
    'The file is not valid UTF-8 text',
  ])
  expect(await refusal(preview(content, { company_id: other.company_id }))).toEqual([404, 'company_id', 'Not found'])
  const foreign = await makeTag(world, other)
  expect((await start(content, { tag_id: [foreign] })).status).toBe(404)
  const many = file(Array.from({ length: 50_001 }, () => ({ line: 'x' })))
  expect(await refusal(preview(many))).toEqual([422, 'file', 'At most 50,000 devices per file'])
})

test('a large file is parsed in a thread of its own, with the same outcome', async () => {
  const rows = newRows(9000)
  expect((await preview(file(rows))).data).toMatchObject({ total: 9000, failed: 0 })
  const { errors } = await preview(`${file(rows)}"4900000099`)
  expect(errors[0]?.message).toBe('Line 9002: a quotation mark is not closed')
})

test('a password has the spaces that it has in the file', async () => {
  const { serial, mac } = newRow()
  await run(`serial, mac ,password\n ${serial}, ${mac} ,  two words \n`)
  const enrol = (password: string) =>
    tryEnrol(world.app.gatewayPort as number, { password }, { serial, mac: withColons(mac) })
  expect((await enrol('two words')).line).toMatch(/^refused /)
  expect((await enrol('  two words ')).line).toMatch(/^bound /)
})

/** Cells that fit into one line of both kinds of files. */
const cell = fc
  .array(
    fc.constantFrom('a', 'Ö', '車', '😀', ' ', "'", '"', '=', '-', ',', ';', '<', '&', '0', '1', '1E+9', 'Depot'),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''))
const quoted = (content: string) => `"${content.replaceAll('"', '""')}"`

test('a workbook is imported like a CSV file with the same cells', async () => {
  const cases = fc.array(fc.record({ valid: fc.boolean(), cells: fc.tuple(cell, cell, cell, cell) }), {
    minLength: 20,
    maxLength: 20,
  })
  await makeTag(world, top, { name: 'aDepot' })
  for (const rows of fc.sample(cases, 3)) {
    const lines = rows.map(({ valid, cells: [serial, name, password, tags] }) => {
      const row = newRow()
      return valid ? [row.serial, row.mac, name, password, ''] : [serial, row.mac, name, password, tags]
    })
    const sheet = [['serial', 'mac', 'name', 'password', 'tags'], ...lines]
    const outcomes = []
    for (const content of [sheet.map((line) => line.map(quoted).join()).join('\n'), await workbookOf(sheet)]) {
      const { data: seen } = await preview(content)
      const { data } = await run(content)
      const failed = await admin.call(downloadFailedRows, { params: { id: data.id } })
      const { rows: stored } = await sql`
        SELECT line, cells, tag_ids, state FROM import_rows WHERE import_id = ${data.id} ORDER BY line`.execute(
        world.db,
      )
      outcomes.push({ seen, stored, failed: failed.text })
      await sql`DELETE FROM devices WHERE serial = ANY (${lines.map(([one]) => one)}::text[])`.execute(world.db)
    }
    expect(outcomes[1]).toEqual(outcomes[0])
  }
})

test('what a spreadsheet made of a serial number is an error of its line', async () => {
  const heading = '<row><c t="str"><v>serial</v></c><c t="str"><v>mac</v></c><c t="str"><v>password</v></c></row>'
  const rest = '<c t="str"><v>001e42490001</v></c><c t="str"><v>x</v></c>'
  const rows = [
    '<c s="1"><v>45000</v></c>',
    '<c><v>1.23456789012345678E18</v></c>',
    '<c t="str"><v>1.1E+09</v></c>',
    '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c><v>4.810000001E9</v></c>',
    '<c><v>4810000001</v></c>',
  ].map((first) => `<row>${first}${rest}</row>`)
  const content = await makeWorkbook({
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheetOf(heading + rows.join('')),
  })
  const { data } = await preview(content, { type: 'xls' })
  expect(data.errors.map(({ source, message }) => [source, message])).toEqual([
    ['data.2.serial', 'A spreadsheet made a date of it. Format the column as text'],
    ['data.3.serial', '1.2345678901234568E+18 was shortened by a spreadsheet. Format the column as text'],
    ['data.4.serial', '1.1E+09 was shortened by a spreadsheet. Format the column as text'],
    ['data.5.serial', 'The formula has no result'],
    ['data.7.serial', 'Same serial number as line 6'],
  ])
})

test('a serial number with zeros of a format is that which the sheet shows', async () => {
  const heading = '<row><c t="str"><v>serial</v></c><c t="str"><v>mac</v></c><c t="str"><v>password</v></c></row>'
  const rest = '<c t="str"><v>001e42490001</v></c><c t="str"><v>x</v></c>'
  const content = await makeWorkbook({
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000000000"/><numFmt numFmtId="165" formatCode="000\\ 0000000"/></numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheetOf(
      `${heading}${['0', '1'].map((style) => `<row><c s="${style}"><v>48200001</v></c>${rest}</row>`).join('')}`,
    ),
  })
  const { data } = await preview(content, { type: 'xls' })
  expect([data.total, data.errors.map(({ source, message }) => [source, message])]).toEqual([
    2,
    [['data.3.serial', 'The zeros in front of 48200001 are only a format of the cell. Format the column as text']],
  ])
  await run(content, { type: 'xls' })
  expect(await countOf([{ serial: '0048200001' }])).toBe(1)
})

test('workbooks without devices, of older kinds and those that expand without end are refused', async () => {
  const refusal = async (content: Uint8Array<ArrayBuffer>) => {
    const { status, errors } = await preview(content)
    return [status, errors[0]?.message]
  }
  expect(await refusal(await workbookOf([['serial', 'mac']]))).toEqual([422, 'The file contains no devices'])
  expect(await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual([422, 'Save the file as .xlsx or CSV'])
  expect(await refusal(Buffer.from('PK\u0003\u0004'))).toEqual([422, 'Save the file as .xlsx or CSV'])
  const bomb = await makeWorkbook({ 'xl/sharedStrings.xml': Buffer.alloc(65 * 1024 * 1024) })
  const answers = await Promise.all([bomb, bomb, bomb].map(refusal))
  expect(answers).toEqual(Array(3).fill([422, 'The file is too large. Divide it into several files']))
})

test('only approved devices are imported while registration is limited to them', async () => {
  const [approved, refused] = [newRow(), newRow()]
  await root.call(authorizeDevice, { body: { serial: approved.serial } })
  await root.call(setRegistration, { body: { authorized_only: true } })
  try {
    const { data } = await preview(file([approved, refused]))
    expect(data.errors).toMatchObject([{ source: 'data.3.serial', message: 'Device could not be verified' }])
    await run(file([approved, refused]))
  } finally {
    await root.call(setRegistration, { body: { authorized_only: false } })
  }
  expect([await countOf([approved]), await countOf([refused])]).toEqual([1, 0])
  const query = { serial: refused.serial }
  await until(async () => (await root.call(listDeviceLogs, { query })).data.length > 0)
  expect((await root.call(listDeviceLogs, { query })).data[0]?.code).toBe(210)
  expect((await admin.call(listDeviceLogs, { query })).data).toEqual([])
})

test('two imports of the same file at once add each device once', async () => {
  const rows = newRows(450)
  const answers = await Promise.all([start(file(rows)), start(file(rows), {}, colleague)])
  for (const { data } of answers) await ended(data.id)
  const [first, second] = await Promise.all(answers.map(({ data }) => importOf(data.id)))
  expect([(first?.added ?? 0) + (second?.added ?? 0), await countOf(rows)]).toEqual([450, 450])
})

/** Makes the database reject a later statement that adds devices, as if the server had been killed at it. */
const killAfter = (devices: number) => sql`
  CREATE OR REPLACE FUNCTION fail_import() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF nextval('import_kills') = ${sql.raw(String(devices))} THEN RAISE EXCEPTION 'killed'; END IF;
    RETURN NEW;
  END $$`

test('an import that was interrupted any number of times ends like one in a single piece', async () => {
  await sql`CREATE SEQUENCE import_kills`.execute(world.db)
  await killAfter(-1).execute(world.db)
  await sql`CREATE TRIGGER fail_import AFTER INSERT ON devices FOR EACH ROW EXECUTE FUNCTION fail_import()`.execute(
    world.db,
  )
  const cases = fc.record({
    count: fc.integer({ min: 1, max: 650 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    bad: fc.integer({ min: 0, max: 3 }),
  })
  for (const { count, at, bad } of fc.sample(cases, 2)) {
    await sql`ALTER SEQUENCE import_kills RESTART`.execute(world.db)
    await killAfter(Math.ceil(at * count) || 1).execute(world.db)
    const rows = newRows(count)
    const { data } = await start(`${file(rows)}${'x,y,z\n'.repeat(bad)}`)
    await ended(data.id)
    expect(await importOf(data.id)).toMatchObject({ total: count + bad, added: count, failed: bad })
    expect(await countOf(rows)).toBe(count)
  }
  await sql`DROP TRIGGER fail_import ON devices`.execute(world.db)
})

test('an import whose server was killed is continued', async () => {
  const rows = newRows(3)
  const { data } = await start(file(rows))
  await ended(data.id)
  // The state after a kill: rows are waiting, and there is no job to add them.
  await sql`DELETE FROM devices WHERE serial = ANY (${rows.map((row) => row.serial)}::text[])`.execute(world.db)
  await sql`UPDATE import_rows SET state = 'waiting' WHERE import_id = ${data.id}`.execute(world.db)
  await sql`
    UPDATE imports SET added = 0, finished_at = NULL, worked_at = now() - interval '1 minute'
    WHERE id = ${data.id}`.execute(world.db)
  await ended(data.id)
  expect(await countOf(rows)).toBe(3)
})
