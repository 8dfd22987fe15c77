import { pollingPath } from '@longreach/contract/live'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProgram, type Program, type ProgramAnswer } from '../../test/foreign-program.ts'
import { makeTaskGroup } from '../../test/tasks.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

/**
 * Public clients of the API of RMS: the calls that each makes, and how it reads the responses. An answer is right if
 * the client gets out of it what it asked for, whatever its status is.
 */
const apiHost = 'api.example.test'
let world: World
let company: Place
let program: Program
let [crane, gate] = [0, 0]
let group: number

beforeAll(async () => {
  world = await startWorld({ API_HOST: apiHost })
  company = await makeCompany(world, 'Harbour')
  program = await makeProgram(world, await makeUser(world, 'admin', company, 2))
  crane = await makeDevice(world, company, {
    name: 'Crane',
    serial: '1100000001',
    status: 1,
    model: 'RUTX50',
    caps: ['reboot'],
    last_connection_at: new Date('2026-01-02T03:04:05Z'),
    user_set_latitude: 54.7,
    user_set_longitude: 25.3,
  })
  gate = await makeDevice(world, company, { name: 'Gate', serial: '1100000002', caps: ['reboot', 'exec'] })
  const values = { signal: -71, temperature: 36, wan_ip: '10.0.0.7', iccid: '8937001234567890123', sent: 5, mcc: '246' }
  await world.db
    .insertInto('device_state')
    .values({ device_id: crane, values: JSON.stringify(values) })
    .execute()
  const tag = await makeTag(world, company, { name: 'Cranes' })
  await sql`INSERT INTO device_tags (device_id, tag_id) VALUES (${crane}, ${tag})`.execute(world.db)
  group = (await makeTaskGroup(world, company)).task_group
})
afterAll(async () => world?.stop())

// biome-ignore lint/suspicious/noExplicitAny: clients read what they get, without our types.
type Json = any

/** A client asks one host; what it reads wrongly is false, or throws as it would in the client. */
function clientAt(host: string | undefined, base: string) {
  const headers = host === undefined ? {} : { host }
  const ask = (method: string, path: string, body?: unknown) =>
    program.ask(method, base + path, body, { accept: 'application/json', ...headers })
  return { ask, get: (path: string) => ask('GET', path) }
}

type Steps = Readonly<Record<string, () => Promise<boolean>>>

/** Names of the answers that a client reads wrongly, in the order of its calls. */
async function wrongOf(steps: Steps): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, step] of Object.entries(steps)) if (!(await step().catch(() => false))) wrong.push(name)
  return wrong
}

const newDevice = (serial: string, more: object = {}) => ({
  company_id: company.company_id,
  device_series: 'rut',
  auto_credit_enable: true,
  serial,
  mac: `00:1E:42:0A:00:${serial.slice(-2)}`,
  name: `T${serial.slice(-4)}`,
  password_confirmation: 'Secret-pass-1',
  ...more,
})

test('the integration of Home Assistant', async () => {
  const { ask, get } = clientAt(apiHost, '')
  /** The envelope counts only with `success`; otherwise the whole body is the data. */
  const opened = ({ json, status }: ProgramAnswer): { data: Json; meta: Json } => {
    if (status >= 400 || json.success === false) throw new Error(String(status))
    return 'success' in json ? { data: json.data, meta: json.meta ?? {} } : { data: json, meta: {} }
  }
  const listed = async (query: string) => opened(await get(`/devices?${query}`)).data as Json[]
  const stateMap = (data: Json[]) => new Map(data.map((one) => [String(one.id), one]))
  expect(
    await wrongOf({
      'first device': async () => (await listed('limit=1&page=1')).length === 1,
      inventory: async () => (await listed('limit=50&offset=0')).every(({ id, serial }) => id && serial.length === 10),
      'devices with a tag': async () =>
        String((await listed('limit=50&offset=0&tags=Cranes')).map((one) => one.id)) === String(crane),
      'devices online': async () =>
        (await listed('limit=50&offset=0&status=online')).every(({ status }) => status === 1),
      'states of all': async () => {
        const states = stateMap(opened(await get(`/v3/devices/status?ids=${crane},${gate}`)).data)
        return states.get(String(crane))?.online === true && states.get(String(gate))?.online === false
      },
      'state of one': async () => opened(await get(`/v3/devices/${crane}/status`)).data.signal === -71,
      'when it was seen': async () =>
        opened(await get(`/v3/devices/${crane}/status`)).data.last_seen === '2026-01-02 03:04:05',
      location: async () => opened(await get(`/v3/devices/${crane}/location`)).data.latitude === 54.7,
      details: async () => opened(await get(`/devices/${crane}`)).data.model === 'RUTX50',
      'no wireless': async () => (await get(`/devices/${crane}/wireless`)).status === 404,
      'restart, followed on its channel': async () => {
        const body = { action: 'reboot', device_id: [crane] }
        const { meta } = opened(await ask('POST', '/devices/actions', body))
        const polled = opened(await clientAt(undefined, '/status/channel').get(`/${meta.channel}`)).data
        return Array.isArray(polled[String(crane)]) && typeof polled[String(crane)][0].status === 'string'
      },
      'no access': async () => (await get('/v3/devices/999999/status')).json.success === false,
    }),
  ).toEqual([])
})

test('the module of an ERP', async () => {
  const { ask, get } = clientAt(undefined, '')
  /** Without data the meta is the result. */
  const result = ({ json }: ProgramAnswer): Json => {
    if (!json.success) throw new Error(JSON.stringify(json.errors))
    if (!('data' in json) && 'meta' in json) return json.meta
    return json.data
  }
  const lastOf = async (channel: string) => {
    const { status, json } = await get(`${pollingPath}/${channel}`)
    if (status !== 200) throw new Error(json.code)
    return json.data[String(gate)].at(-1)
  }
  const access = { destination_ip: '192.168.1.10', credentials_required: false, device_id: gate }
  const configs = async () => result(await get(`/api/devices/remote-access?device_id=${gate}`)) as Json[]
  expect(
    await wrongOf({
      'device by serial': async () =>
        (result(await get('/api/devices')) as Json[]).find(({ serial }) => serial === '1100000002').id === gate,
      'new name': async () => {
        result(await ask('PUT', `/api/devices/${gate}`, { name: 'Instrument 7' }))
        return result(await get(`/api/devices/${gate}`)).name === 'Instrument 7'
      },
      'new access, until it is completed': async () => {
        const web = { ...access, name: 'Instrument 7 Web Interface', destination_port: 443, protocol: 'https' }
        const { channel } = result(await ask('POST', '/api/devices/remote-access', { data: [web] }))
        return (await lastOf(channel)).status === 'completed'
      },
      'new access to a desktop': async () => {
        const desktop = { ...access, name: 'Instrument 7 Desktop', destination_port: 5900, protocol: 'vnc' }
        return result(await ask('POST', '/api/devices/remote-access', { data: [desktop] })).channel !== ''
      },
      'a scan of its ports': async () =>
        result(await get(`/api/devices/${gate}/port-scan?type=ethernet`)).channel !== '',
      'its accesses': async () => (await configs()).filter(({ protocol }) => protocol).length >= 1,
      'no sessions': async () =>
        Array.isArray(result(await get(`/api/devices/connect/${(await configs())[0].id}/sessions`))),
      'access deleted, until it is completed': async () => {
        const id = [(await configs())[0].id]
        const { channel } = result(await ask('DELETE', '/api/devices/remote-access', { id }))
        return (await lastOf(channel)).status === 'completed'
      },
      'a channel that is not there yet': async () =>
        (await get(`${pollingPath}/private-status.1.x`)).json.code === 'CHANNEL_NOT_FOUND',
      'SIM cards': async () =>
        (result(await get('/api/devices')) as Json[]).some(
          ({ iccid }) => iccid?.slice(0, 19) === '8937001234567890123',
        ),
    }),
    // Neither VNC nor scans are what this server can do.
  ).toEqual(['new access to a desktop', 'a scan of its ports'])
})

test('a library for Python', async () => {
  const { ask, get } = clientAt(undefined, '/api')
  const allOf = async (path: string) => {
    const items: Json[] = []
    for (let offset = 0; ; offset += 100) {
      const { json } = await get(`${path}?limit=100&offset=${offset}`)
      items.push(...json.data)
      if (json.data.length === 0 || items.length >= json.meta.total) return items
    }
  }
  expect(
    await wrongOf({
      'all companies': async () => (await allOf('/companies')).length > 0,
      'a company by name': async () =>
        (await get('/companies?q=Harbour')).json.data.filter(({ name }: Json) => name === 'Harbour').length === 1,
      'new company': async () =>
        (await ask('POST', '/companies', { name: 'Customer', parent_id: company.company_id })).json.success,
      'all devices': async () => (await allOf('/devices')).length >= 2,
      'devices online': async () =>
        (await get(`/devices?status=online&company_id=${company.company_id}`)).json.data[0].id === crane,
      'a device': async () => (await get(`/devices/${crane}`)).json.data.serial === '1100000001',
      'new device': async () => {
        const { json } = await ask('POST', '/devices', { data: [newDevice('1100000011')] })
        return json.success && json.meta.channel.startsWith('private-status.')
      },
      'the same once more': async () => {
        const { status, json } = await ask('POST', '/devices', { data: [newDevice('1100000011')] })
        return status >= 400 && json.message.length > 0
      },
      'all tags': async () => (await allOf('/tags')).some(({ name }) => name === 'Cranes'),
      'action cancelled': async () => {
        await ask('POST', '/devices/actions', { action: 'reboot', device_id: [gate] })
        return (await ask('POST', '/devices/actions/cancel', { devices: [gate] })).json.success
      },
      'logs of actions': async () => Array.isArray((await get(`/devices/actions/logs?device_id=${gate}`)).json.data),
      'what is invalid': async () => {
        const { status, json } = await ask('PUT', `/devices/${crane}`, { name: 'x'.repeat(500) })
        return status === 422 && json.message.length > 0 && json.errors[0].source === 'name'
      },
      'what is missing': async () => {
        const { status, json } = await get('/tags/999999')
        return status === 404 && json.message === 'Not found'
      },
    }),
  ).toEqual([])
})

test('a provider for Terraform, in Go', async () => {
  // Its base address ends without a slash, so that relative paths replace `/api`.
  const { ask, get } = clientAt(undefined, '')
  let [tag, sub] = [0, 0]
  const values = { name: 'Terraform', company_id: 0, description: 'Managed', color: '#4287f5' }
  expect(
    await wrongOf({
      'all tags': async () => {
        const { data, meta } = (await get('/tags?limit=100&offset=0')).json
        return Number.isInteger(meta.total) && data.every(({ id, name }: Json) => id > 0 && typeof name === 'string')
      },
      'new tag': async () => {
        tag = (await ask('POST', '/tags', { ...values, company_id: company.company_id })).json.data.id
        return tag > 0
      },
      'the tag': async () => {
        const { name, company_id, color, created_at } = (await get(`/tags/${tag}`)).json.data
        return name === 'Terraform' && company_id === company.company_id && color === '#4287f5' && created_at !== ''
      },
      'the tag changed': async () => {
        const changed = await ask('PUT', `/tags/${tag}`, { name: 'Changed', description: 'New' })
        return changed.status < 400 && (await get(`/tags/${tag}`)).json.data.name === 'Changed'
      },
      'the tag deleted': async () => (await ask('DELETE', `/tags/${tag}`)).status < 400,
      'the tag is gone': async () => (await get(`/tags/${tag}`)).status === 404,
      'new company': async () => {
        sub = (await ask('POST', '/companies', { name: 'Branch', parent_id: company.company_id })).json.data.id
        return sub > 0
      },
      'all companies': async () =>
        (await get('/companies?limit=100&offset=0')).json.data.some(({ id }: Json) => id === sub),
      'company deleted': async () => (await ask('DELETE', `/companies/${sub}`)).status < 400,
    }),
  ).toEqual([])
})

test('a logger on Node', async () => {
  const { get } = clientAt(apiHost, '')
  const readings = async () => {
    // One path after the other, until one is known.
    for (const path of ['/api/devices', '/devices', '/v3/devices']) {
      const { status, json } = await get(`${path}?limit=100&offset=0`)
      if (status >= 200 && status < 300) return (Array.isArray(json) ? json : json.data) as Json[]
      if (status !== 404) throw new Error(String(status))
    }
    throw new Error('none')
  }
  const one = async () => (await readings()).find(({ serial }) => serial === '1100000001')
  expect(
    await wrongOf({
      devices: async () => (await readings()).length >= 2,
      'below the version': async () => (await get('/v3/devices?limit=100&offset=0')).json.data.length >= 2,
      counters: async () => Number((await one()).sent) === 5,
      'cell and place': async () => (await one()).mcc === '246' && (await one()).wan_ip === '10.0.0.7',
      created: async () => !Number.isNaN(Date.parse((await one()).created_at)),
      'one device': async () => (await get(`/api/devices/${crane}`)).json.data.name === 'Crane',
      'nothing to monitor': async () => (await get(`/api/devices/${crane}/monitoring`)).status === 404,
    }),
  ).toEqual([])
})

test('a tool for configurations, on Node', async () => {
  const { ask, get } = clientAt(undefined, '/api')
  const read = ({ status, json }: ProgramAnswer): Json => {
    if (status < 200 || status >= 300) throw new Error(String(status))
    return json
  }
  let task = 0
  expect(
    await wrongOf({
      ping: async () => read(await get('/devices?limit=1')).data.length === 1,
      devices: async () => read(await get('/devices?offset=0&limit=100')).data.length >= 2,
      'task groups': async () =>
        read(await get('/devices/tasks/groups?page=1&limit=100')).data.some(({ id }: Json) => id === group),
      tasks: async () => {
        const { data } = read(await get('/devices/tasks?offset=0&limit=100'))
        task = data.find(({ group_id }: Json) => group_id === group).id
        return task > 0
      },
      'task group run': async () => {
        const body = { device_id: [String(gate)], tasks: [{ task_id: String(task), variables: [] }] }
        return read(await ask('POST', `/devices/tasks/groups/${group}`, body)).meta.channel !== ''
      },
      tags: async () => read(await get('/tags')).data.length > 0,
      'new tag': async () =>
        read(await ask('POST', '/tags', { company_id: String(company.company_id), name: 'Tool' })).success,
      files: async () => Array.isArray(read(await get('/files')).data),
    }),
  ).toEqual([])
})

test('a script that adds the routers of a spreadsheet', async () => {
  const { ask, get } = clientAt(apiHost, '')
  const add = (serial: string) => ask('POST', '/devices', { data: [newDevice(serial, { password: 'Secret-pass-1' })] })
  expect(
    await wrongOf({
      companies: async () => {
        const { status, json } = await get('/companies')
        return status === 200 && json.data.some(({ id }: Json) => id === company.company_id)
      },
      'first router': async () => [200, 201].includes((await add('1100000021')).status),
      'second router': async () => [200, 201].includes((await add('1100000022')).status),
      'both are there': async () => (await get('/devices?serial=1100000021,1100000022')).json.data.length === 2,
      'a router twice': async () => (await add('1100000021')).status >= 400,
    }),
  ).toEqual([])
})

test('a script that provisions outdoor routers', async () => {
  const { ask, get } = clientAt(apiHost, '')
  const device = newDevice('1100000031', { device_series: 'otd' })
  const find = async () => {
    const { json } = await get('/devices?serial=1100000031&limit=100')
    return (json.data as Json[]).find(({ serial }) => String(serial).trim() === '1100000031')
  }
  expect(
    await wrongOf({
      registered: async () => [200, 201].includes((await ask('POST', '/devices', { data: [device] })).status),
      'already registered': async () => {
        const { status, text } = await ask('POST', '/devices', { data: [device] })
        return [409, 422].includes(status) && /already|exist/i.test(text.slice(0, 300))
      },
      'found by serial': async () => (await find())?.name === 'T0031',
      'not connected': async () => (await find())?.status !== 1,
      'the token refused': async () => {
        const refused = await program.ask('GET', '/devices', undefined, {
          host: apiHost,
          authorization: 'Bearer pat_x',
        })
        return refused.status === 401 && refused.json.message.length > 0
      },
    }),
  ).toEqual([])
})
