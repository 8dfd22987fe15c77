import { execFileSync } from 'node:child_process'
import { createEnrolmentKey, deleteEnrolmentKey, getDevice } from '@longreach/contract/devices/endpoints'
import { type EnrolmentProgress, socketPath, userChannel } from '@longreach/contract/live'
import { createTag, deleteTag } from '@longreach/contract/tags/endpoints'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type TestClient } from '../test/client.ts'
import { enrolDevice, tryEnrol } from '../test/device.ts'
import { freePort } from '../test/nats-server.ts'
import { until } from '../test/until.ts'
import { makeCompany, makeUser, type Place, password, startWorld, type World } from '../test/world.ts'

let world: World
let base: string
let admin: TestClient
let adminId: number
let company: Place
let serial = 5_100_000_000

beforeAll(async () => {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  world = await startWorld({
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://console.example/',
    GATEWAY_PUBLIC: 'gateway.example:15009',
  })
  company = await makeCompany(world, 'Harbour')
  adminId = await makeUser(world, 'admin', company, 2)
  admin = await signIn(base, 'admin@example.test', password)
})

afterAll(async () => world?.stop())

async function create(body: object = {}) {
  const { data, status } = await admin.call(createEnrolmentKey, { body: { company_id: company.company_id, ...body } })
  expect(status).toBe(201)
  return data
}

/** Fetches the script like a device, without a session. */
const fetchScript = (url: string | null | undefined, userAgent = 'uclient-fetch') =>
  fetch(`${base}${new URL(url ?? '').pathname}`, { headers: { 'user-agent': userAgent } })

/** Standard error of a shell that runs the script. */
function run(script: string): string {
  try {
    execFileSync('sh', { input: script, stdio: 'pipe' })
    return ''
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr)
  }
}

test('the script at the short address takes the same steps as the install command, for each address of the gateway', async () => {
  const { key, lines } = await create()
  expect(lines.map(({ script_url }) => script_url)).toEqual([
    `https://console.example/i/${key}`,
    `https://console.example/i/${key}/1`,
  ])
  for (const { line, script_url } of lines) {
    const answer = await fetchScript(script_url)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const script = await answer.text()
    const steps = script.split('\n').filter((step) => step.startsWith('  '))
    expect(`(${steps.map((step) => step.trim()).join('; ')})`).toBe(line)
    // Cut off anywhere before its end, it does nothing.
    expect(run(script.slice(0, script.indexOf('install_agent </dev/null')))).not.toContain('rm-agent:')
  }
})

test('wrong keys are refused, and limited by address', async () => {
  const { key, id, lines } = await create()
  const [shown = ''] = key.split('.')
  const wrong = `https://console.example/i/${shown}.${'x'.repeat(32)}`
  const answers: number[] = []
  for (let count = 0; count < 25; count++) answers.push((await fetchScript(wrong)).status)
  expect(new Set(answers.slice(0, 19))).toEqual(new Set([404]))
  expect(answers.at(-1)).toBe(429)
  await world.db.deleteFrom('rate_limits').execute()
  for (const path of [`/i/${shown}`, `/i/${key}/9`, `/i/${key}/x`, '/i/%00.x']) {
    expect((await fetch(`${base}${path}`)).status, path).toBe(404)
  }
  await admin.call(deleteEnrolmentKey, { params: { id } })
  expect((await fetchScript(lines[0]?.script_url)).status).toBe(404)
})

test('an install command that is used twice, late or on another device says so, and its user sees it at once', async () => {
  const { id, key, lines } = await create({ serial: String(++serial) })
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = io(base, {
    path: socketPath,
    transports: ['websocket'],
    extraHeaders: { cookie, origin: 'https://console.example' },
  })
  const seen: EnrolmentProgress[] = []
  socket.on('EnrolmentProgress', ({ data }) => seen.push(data))
  await socket.emitWithAck('subscribe', { channel: userChannel(adminId) })
  const port = world.app.gatewayPort as number

  // First read in a browser, which does not count as a device.
  await fetchScript(lines[0]?.script_url, 'Mozilla/5.0')
  await fetchScript(lines[0]?.script_url)
  expect((await tryEnrol(port, { key }, { serial: '5199999999' })).line).toMatch(/^refused 12 /)
  const { deviceId } = await enrolDevice(port, key, { serial: String(serial), name: 'Tug' })
  await until(() => seen.length === 3)
  expect(seen).toEqual([
    { enrolment_key_id: id, step: 'fetched', device: null, reason: null },
    { enrolment_key_id: id, step: 'refused', device: null, reason: 'Device could not be verified' },
    { enrolment_key_id: id, step: 'enrolled', device: { id: deviceId, name: 'Tug' }, reason: null },
  ])
  const again = await fetchScript(lines[0]?.script_url)
  expect(run(await again.text())).toContain('was used up or has expired')
  expect((await tryEnrol(port, { key }, { serial: String(serial) })).line).toMatch(/^refused 205 /)
  await until(() => seen.length === 4)
  expect(seen[3]).toMatchObject({ step: 'refused', reason: 'Enrolment key is used up or expired' })
  socket.close()
})

test('name and tags of the install command are those of the device; what became impossible is left out', async () => {
  const tag = async (name: string) =>
    (await admin.call(createTag, { body: { company_id: company.company_id, name } })).data.id
  const [kept, deleted] = [await tag('harbour'), await tag('gone soon')]
  const { key } = await create({ device_name: 'Crane 7', tag_id: [kept, deleted] })
  await admin.call(deleteTag, { params: { id: deleted } })
  const { deviceId } = await enrolDevice(world.app.gatewayPort as number, key, {
    serial: String(++serial),
    name: 'OpenWrt',
  })
  const { data } = await admin.call(getDevice, { params: { id: deviceId } })
  expect([data.name, data.tags.map(({ id }) => id)]).toEqual(['Crane 7', [kept]])
})

test('a name for several devices, and tags of others, are refused', async () => {
  const refused = async (body: object) => {
    const { status, errors } = await admin.call(createEnrolmentKey, {
      body: { company_id: company.company_id, ...body },
    })
    return [status, errors[0]?.source]
  }
  const rival = await makeCompany(world, 'Rival')
  await makeUser(world, 'rival', rival, 2)
  const other = await signIn(base, 'rival@example.test', password)
  const { data } = await other.call(createTag, { body: { company_id: rival.company_id, name: 'theirs' } })
  expect(await refused({ device_name: 'Bus', uses: 2 })).toEqual([422, 'device_name'])
  expect(await refused({ tag_id: [data.id] })).toEqual([404, 'tag_id'])
})
