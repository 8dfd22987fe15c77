import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endpoints } from '@longreach/contract'
import * as account from '@longreach/contract/account/endpoints'
import { uploadApiDocument } from '@longreach/contract/configs/document-endpoints'
import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import { refs } from '@longreach/contract/ids'
import { type Ref, refNames } from '@longreach/contract/names'
import { defaultRoles, permissions, permissionsOfRole } from '@longreach/contract/permissions'
import { formatTime } from '@longreach/contract/time'
import { moveUsers } from '@longreach/contract/users/endpoints'
import { inviteUser } from '@longreach/contract/users/invitation-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { prepared } from '../db/prepared.ts'
import { foldCounts } from '../domains/devices/counts.ts'
import { makeAction } from '../test/actions.ts'
import { makeAlert } from '../test/alerts.ts'
import { createClient, type TestClient } from '../test/client.ts'
import { backupOf, makeConfigVersions } from '../test/configs.ts'
import { makeDashboard } from '../test/dashboards.ts'
import { examples, theirObjects } from '../test/examples/all.ts'
import { apiDocument } from '../test/examples/configs.ts'
import type { OwnIds } from '../test/examples/shared.ts'
import { beginUpload, uploadFile, uploadFirmware, uploadImage } from '../test/files.ts'
import { formulasIn, writeFormulas } from '../test/formulas.ts'
import { writeMapFile } from '../test/map-file.ts'
import { makeRemoteAccess, makeRemoteSession } from '../test/remote.ts'
import { makeSim } from '../test/sims.ts'
import { forgetStatements, ownDatabase } from '../test/statements.ts'
import { makeTaskGroup, makeTaskLog } from '../test/tasks.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../test/world.ts'

type Part = 'params' | 'query' | 'body'
interface IdPlace {
  part: Part
  path: (string | number)[]
  ref: Ref
}

/** Finds all places in a schema where an id can be: objects, arrays, optional and piped fields. */
function idPlaces(schema: Schema | undefined, part: Part, path: (string | number)[] = []): IdPlace[] {
  if (!schema) return []
  const known = refs.get(schema as never)
  if (known) return [{ part, path, ref: known.ref }]
  const { def } = schema._zod as unknown as { def: Record<string, unknown> }
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as Record<string, Schema>).flatMap(([name, inner]) =>
        idPlaces(inner, part, [...path, name]),
      )
    case 'array':
      return idPlaces(def.element as Schema, part, [...path, 0])
    case 'optional':
    case 'nullable':
    case 'default':
      return idPlaces(def.innerType as Schema, part, path)
    case 'pipe':
      return idPlaces(def.in as Schema, part, path)
    default:
      return []
  }
}

function withValue(input: Record<string, unknown>, path: (string | number)[], value: unknown): Record<string, unknown> {
  const copy = structuredClone(input)
  let at = copy as Record<string | number, unknown>
  for (const [index, key] of path.entries()) {
    if (index === path.length - 1) at[key] = value
    else {
      at[key] ??= typeof path[index + 1] === 'number' ? [] : {}
      at = at[key] as Record<string | number, unknown>
    }
  }
  return copy
}

let folder: string
let world: World
let mine: Place
let theirs: Place
let admin: TestClient
let powerless: TestClient
let holder: TestClient
let root: TestClient
let foreign: Record<Ref, number>
let own: OwnIds
let colleagues = 0

const theirTables = [
  'companies',
  'users',
  'roles',
  'invitations',
  'devices',
  'enrolment_keys',
  'tags',
  'files',
  'images',
  'device_counts',
  'actions',
  'action_targets',
  'task_groups',
  'task_logs',
  'remote_access',
  'remote_sessions',
  'audit',
]
const tablesOfDevices = ['key_claims', 'enrolment_permits', 'device_keys', 'dashboards']

/** All data of the other company as one text, read by one statement because it is read a thousand times. */
async function theirRows(): Promise<string> {
  const company = sql.lit(theirs.l1_id)
  const selects = [
    ...theirTables.map((table) => sql`SELECT x::text AS row FROM ${sql.table(table)} x WHERE x.l1_id = ${company}`),
    ...tablesOfDevices.map(
      (table) => sql`SELECT x::text FROM ${sql.table(table)} x JOIN devices d ON d.id = x.device_id
        WHERE d.l1_id = ${company}`,
    ),
  ]
  const { rows } = await prepared(sql<{ rows: string }>`
    SELECT string_agg(row, E'\\n' ORDER BY row) AS rows
    FROM (${sql.join(selects, sql` UNION ALL `)}) theirs`).execute(world.db)
  return rows[0]?.rows ?? ''
}

/** A device of the company with a pending enrolment; the same key claims a device of the other company, too. */
async function makeClaim(place: Place): Promise<{ device: number; fingerprint: string }> {
  const device = await makeDevice(world, place)
  const fingerprint = `SHA256:${randomUUID()}`
  for (const device_id of [device, foreign.device]) {
    await world.db
      .insertInto('key_claims')
      .values({
        device_id,
        public_key: fingerprint,
        fingerprint,
        claimant_id: place.company_id,
        address: '127.0.0.1',
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute()
  }
  return { device, fingerprint }
}

async function makeEnrolmentKey(place: Place, key: string): Promise<number> {
  const { id } = await world.db
    .insertInto('enrolment_keys')
    .values({ ...place, key, secret: Buffer.from('x'), expires_at: new Date(Date.now() + 3_600_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The undo record of a device that was renamed to its present name, with its audit line. */
async function makeUndo(place: Place): Promise<number> {
  const device = await makeDevice(world, place, { name: 'Renamed' })
  const steps = [
    { kind: 'devices.edit', state: { id: device, before: { name: 'Before' }, after: { name: 'Renamed' } } },
  ]
  const action = 'devices.update'
  return world.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('undos')
      .values({ action, kinds: ['devices.edit'], steps: JSON.stringify(steps), lines: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = JSON.stringify({ $said: { undo: id } })
    await tx
      .insertInto('audit')
      .values({ ...place, action, target: 'device', after })
      .execute()
    return id
  })
}

async function makeInvitation(place: Place): Promise<number> {
  const { id } = await world.db
    .insertInto('invitations')
    .values({
      ...place,
      role_id: 4,
      email: `${randomUUID()}@example.test`,
      token_hash: randomBytes(32),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function makeRole(place: Place | null, name: string): Promise<number> {
  const { id } = await world.db
    .insertInto('roles')
    .values({ ...place, name, title: name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function makeNotification(user_id: number): Promise<number> {
  const { id } = await world.db
    .insertInto('notifications')
    .values({ user_id, type: 'deviceAlert', summary: 'Door open' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function makeNotice(): Promise<number> {
  const { id } = await world.db
    .insertInto('notices')
    .values({ type: 'info', message: 'Hello' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function makeAuthorizedDevice(): Promise<number> {
  const serial = `L${Math.floor(performance.now() * 1000)}`
  const { id } = await world.db
    .insertInto('authorized_devices')
    .values({ serial })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function makeImport(place: Place, user_id: number): Promise<number> {
  const { id } = await world.db
    .insertInto('imports')
    .values({ ...place, user_id, channel: 'x', series: 'rut', total: 1, failed: 1, finished_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('import_rows').values({ import_id: id, line: 2, cells: '{}', state: 'failed' }).execute()
  return id
}

const campaignPlan = {
  waves: [{ of: 'rest', failures: 0 }],
  soak: 0,
  check_wan: false,
  check_reports: false,
  hours: null,
  options: { keep_settings: true, downgrade: false, metered: false },
}

async function makeCampaign(
  place: Place,
  values: Record<string, unknown> = {},
  device?: { id: number; state: string },
): Promise<number> {
  const { plan = campaignPlan, selection, ...rest } = values
  const { id } = await world.db
    .insertInto('campaigns')
    .values({
      ...place,
      name: 'Canary first',
      kind: 'update_firmware',
      arg: '{}',
      file_name: 'image.bin',
      size: 1,
      plan: JSON.stringify(plan),
      selection: selection === undefined ? null : JSON.stringify(selection),
      username: 'operator',
      ...rest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (device)
    await world.db
      .insertInto('campaign_devices')
      .values({
        ...place,
        campaign_id: id,
        device_id: device.id,
        device_name: 'Device',
        device_serial: '1',
        wave: 1,
        state: device.state,
      })
      .execute()
  return id
}

async function makeBackupRule(place: Place, values: Record<string, unknown> = {}): Promise<number> {
  const { id } = await world.db
    .insertInto('schedules')
    .values({
      ...place,
      name: 'Every night',
      kind: 'periodic_backup',
      payload: JSON.stringify({ keep: 5 }),
      period: 'day',
      time: '02:00',
      zone: 'UTC',
      applied_by: 'device',
      apply_list: [],
      enabled: false,
      username: 'operator',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function makeSession(user_id: number, kind: 'browser' | 'token'): Promise<number> {
  const { id } = await world.db
    .insertInto('sessions')
    .values({
      kind,
      user_id,
      token_hash: randomBytes(32),
      ...(kind === 'token' ? { name: 'Token', scopes: ['devices:read'] } : {}),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'endpoints-'))
  const MAP_FILE = path.join(folder, 'map.pmtiles')
  await writeMapFile(MAP_FILE)
  world = await startWorld({ MAP_FILE })
  await forgetStatements(world.db)
  mine = await makeCompany(world, 'Mine')
  theirs = await makeCompany(world, 'Theirs')
  const adminId = await makeUser(world, 'admin', mine, 2)
  const nothing = await makeRole(mine, 'nothing')
  await makeUser(world, 'powerless', mine, nothing)
  const all = await makeRole(mine, 'all')
  const names = permissions.map(({ name }) => name).filter((name) => name !== 'super_admin')
  await world.db
    .insertInto('role_permissions')
    .values(names.map((permission) => ({ role_id: all, permission })))
    .execute()
  await makeUser(world, 'holder', mine, all)
  const theirUser = await makeUser(world, 'other', theirs, 2)
  const other = await world.as('other')
  const ofDomains: object[] = []
  for (const make of theirObjects) ofDomains.push(await make(world, theirs, other))
  const others = {
    company: theirs.company_id,
    user: theirUser,
    session: await makeSession(theirUser, 'browser'),
    role: await makeRole(theirs, 'their-role'),
    invitation: await makeInvitation(theirs),
    device: await makeDevice(world, theirs),
    tag: await makeTag(world, theirs),
    enrolment_key: await makeEnrolmentKey(theirs, 'theirkey'),
    device_import: await makeImport(theirs, theirUser),
    // Approved devices belong to no company: use an id that does not exist.
    authorized_device: 99_999_999,
    notification: await makeNotification(theirUser),
    undo: await makeUndo(theirs),
    // Notices belong to no company: use an id that does not exist.
    notice: 99_999_999,
    ...(await makeAction(world, theirs, await makeDevice(world, theirs))),
    campaign: await makeCampaign(theirs),
    backup_rule: await makeBackupRule(theirs),
  }
  foreign = Object.assign(others, ...ofDomains)
  own = {
    company: mine.company_id,
    user: await makeUser(world, 'colleague', mine, 3),
    async colleague() {
      const name = `colleague${++colleagues}`
      return { id: await makeUser(world, name, mine, 3), email: `${name}@example.test` }
    },
    role: nothing,
    session: async (kind) => makeSession(adminId, kind),
    tag: () => makeTag(world, mine),
    file: () => uploadFile(admin),
    firmware: () => uploadFirmware(admin),
    image: () => uploadImage(admin),
    async upload(complete) {
      // A user may have a few uploads open at a time.
      await world.db.deleteFrom('uploads').where('id', '<>', foreign.upload).execute()
      return beginUpload(admin, complete)
    },
    device: async (values) => makeDevice(world, mine, values),
    sim: async () => makeSim(world, mine),
    invitation: async () => makeInvitation(mine),
    async remoteAccess(values) {
      const device = await makeDevice(world, mine)
      return { device, id: await makeRemoteAccess(world, mine, device, values) }
    },
    async remoteSession(values) {
      const device = await makeDevice(world, mine)
      return makeRemoteSession(world, mine, { device, user: adminId }, values)
    },
    notification: () => makeNotification(adminId),
    authorizedDevice: makeAuthorizedDevice,
    deviceImport: () => makeImport(mine, adminId),
    notice: makeNotice,
    undo: () => makeUndo(mine),
    action: async (values) => makeAction(world, mine, await makeDevice(world, mine), values),
    campaign: (values, device) => makeCampaign(mine, values, device),
    async configVersions() {
      const device = await makeDevice(world, mine, { caps: ['config'] })
      return { device, ...(await makeConfigVersions(world, admin, device)) }
    },
    apiDocument: () =>
      root.call(uploadApiDocument, { body: { system: 'rutos', overwrite: true }, files: { file: apiDocument() } }),
    backup: () => uploadFile(admin, { type: 'config', name: 'backup.tar.gz', bytes: backupOf('10.0.0.7') }),
    backupRule: (values) => makeBackupRule(mine, values),
    dashboard: () => makeDashboard(world, admin, mine),
    alert: () => makeAlert(world, mine),
    taskGroup: () => makeTaskGroup(world, mine),
    taskLog: () => makeTaskLog(world, mine),
    async suppressedEmail() {
      const email = `gone${Math.floor(performance.now() * 1000)}@example.test`
      await world.db.insertInto('suppressed_emails').values({ email_key: email, reason: 'No such user' }).execute()
      return email
    },
    claim: () => makeClaim(mine),
    enrolmentKey: async () => makeEnrolmentKey(mine, `own${Math.floor(performance.now() * 1000)}`),
  }
  // Folds the counts of devices before their rows are read: otherwise a job would do it in the middle of a test.
  await foldCounts(world.db)
  admin = await world.as('admin')
  powerless = await world.as('powerless')
  holder = await world.as('holder')
  root = await world.as('root')
})

afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true })
})

const isContent = ({ kind }: AnyEndpoint) => kind === 'download' || kind === 'image'
const open = endpoints
  .filter((endpoint) => endpoint.permission === 'public')
  .map(({ name }) => name)
  .sort()
const signedIn = endpoints
  .filter((endpoint) => endpoint.permission === 'signed-in')
  .map(({ name }) => name)
  .sort()

test('the endpoints without a permission of their own are the reviewed ones', () => {
  expect(open).toEqual([
    'account.forgot_password',
    'account.invitation',
    'account.login',
    'account.register',
    'account.reset_password',
    'account.revoke',
    'account.set_up',
    'account.verify_email',
    'remote.open_shell',
  ])
  expect(signedIn).toEqual([
    'account.change_password',
    'account.confirm_password',
    'account.create_token',
    'account.delete_token',
    'account.end_other_sessions',
    'account.end_session',
    'account.refresh',
    'account.send_verification',
    'account.sessions',
    'account.tokens',
    'account.update',
    'account.user',
    'audit.undo',
    'notices.read',
    'notifications.list',
    'notifications.see',
    'storage.create',
    'storage.delete',
    'storage.list',
    'storage.update',
  ])
})

test('there is an object of another company for every kind of id', () => {
  expect(Object.keys(foreign).sort()).toEqual([...refNames])
})

test('names and paths are used once', () => {
  expect(new Set(endpoints.map((endpoint) => endpoint.name)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).size).toBe(endpoints.length)
})

const administrator = defaultRoles.find((role) => role.name === 'admin')
const administratorMay = new Set<string>(administrator ? permissionsOfRole(administrator) : [])

/**
 * A company's administrator if permitted; otherwise a user of the company with the permission, or the system
 * administrator.
 */
function callerOf({ permission }: AnyEndpoint): TestClient {
  if (permission === 'signed-in' || administratorMay.has(permission)) return admin
  return permission === 'super_admin' ? root : holder
}

async function exampleOf(endpoint: AnyEndpoint): Promise<Record<string, unknown>> {
  const make = examples[endpoint.name]
  const needed = endpoint.params !== undefined || endpoint.body !== undefined
  if (!make && needed) throw new Error(`${endpoint.name} has no example in test/examples`)
  return ((await make?.(own, admin)) ?? {}) as Record<string, unknown>
}

/** Session, origin and permission are checked before any input is read, so no example is needed. */
function anyInput(endpoint: AnyEndpoint): Record<string, unknown> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '1'])
  return { params: Object.fromEntries(names), ...(endpoint.body ? { body: {} } : {}) }
}

describe.each(endpoints.filter((endpoint) => endpoint.permission !== 'public'))('$method $path', (endpoint) => {
  let example: Promise<Record<string, unknown>> | undefined
  /** Shared by tests whose calls are refused for another reason. */
  const refusedExample = () => {
    example ??= exampleOf(endpoint)
    return example
  }
  const ids = [
    ...idPlaces(endpoint.params, 'params'),
    ...idPlaces(endpoint.query, 'query'),
    ...idPlaces(endpoint.body, 'body'),
  ].filter((place) => endpoint.method === 'GET' || place.part !== 'query')
  // All downloads are tried with each filter: more than a user may start in so short a time.
  if (endpoint.csv) beforeAll(() => world.db.deleteFrom('rate_limits').where('key', 'like', 'download:%').execute())

  // No company is foreign to a system administrator.
  const places = endpoint.permission === 'super_admin' ? [] : ids

  test('works for an administrator and answers only declared fields', async () => {
    const answer = await callerOf(endpoint).call(endpoint, await exampleOf(endpoint))
    expect(answer.errors).toEqual([])
    expect(answer.status).toBe(endpoint.status ?? 200)
    if (!isContent(endpoint)) expect(z.safeParse(endpoint.response, answer.data).error?.issues).toBeUndefined()
  })

  test('401 without a session', async () => {
    const answer = await createClient(world.base).call(endpoint, anyInput(endpoint))
    expect([answer.status, answer.errors[0]?.code]).toEqual([401, 'UNAUTHORIZED'])
  })

  if (endpoint.permission !== 'signed-in') {
    test('403 without the permission', async () => {
      const answer = await powerless.call(endpoint, anyInput(endpoint))
      expect([answer.status, answer.errors[0]?.code]).toEqual([403, 'FORBIDDEN'])
    })
  }

  if (endpoint.method !== 'GET') {
    test('403 when the CSRF token is wrong or the origin is another site', async () => {
      const path = `/api${endpoint.path.replace(/\{\w+\}/g, '1')}`
      const send = async (headers: Record<string, string>) => {
        const response = await callerOf(endpoint).fetch(path, {
          method: endpoint.method,
          headers: {
            'content-type': endpoint.kind === 'stream' ? 'application/octet-stream' : 'application/json',
            ...headers,
          },
          body: '{}',
        })
        const { errors } = (await response.json()) as { errors: { code: string }[] }
        return [response.status, errors[0]?.code]
      }
      const refused = [403, 'CSRF_FAILED']
      expect(await send({ 'x-xsrf-token': 'wrong' })).toEqual(refused)
      for (const origin of ['https://elsewhere.test', world.base.replace('http:', 'https:'), 'null'])
        expect(await send({ origin })).toEqual(refused)
    })
  }

  for (const place of places) {
    test(`another company's ${place.ref} in ${place.part} ${place.path.join('.')} is not found and not touched`, async () => {
      const example = await exampleOf(endpoint)
      // A filter replaces names.
      if (place.path[0] === 'filter') {
        for (const name of ['id', 'device_id', 'user_id']) delete (example.body as Record<string, unknown>)[name]
      }
      const before = await theirRows()
      const input = withValue(example, [place.part, ...place.path], foreign[place.ref])
      const answer = await callerOf(endpoint).call(endpoint, input)
      const rows = Array.isArray(answer.data) ? (answer.data as unknown[]) : []
      if (String(place.path[0]).startsWith('ne:')) {
        const nowhere = withValue(example, [place.part, ...place.path], 99_999_999)
        const other = await callerOf(endpoint).call(endpoint, nowhere)
        expect([answer.status, answer.data]).toEqual([200, other.data])
      } else if (place.part === 'query') {
        expect(answer.status).toBe(200)
        if (!isContent(endpoint)) expect(JSON.stringify(answer.data)).not.toMatch(/"id":/)
      } else if (answer.status === 207) {
        expect(answer.errors.map((error) => error.code)).toContain('NOT_FOUND')
        expect(JSON.stringify(rows)).not.toContain(`"id":${foreign[place.ref]}}`)
      } else {
        expect([404, 422]).toContain(answer.status)
        expect(answer.errors[0]?.code).toBe('NOT_FOUND')
      }
      expect(await theirRows()).toBe(before)
    })
  }

  if (endpoint.params) {
    test('404 for a path that names nothing', async () => {
      const example = await refusedExample()
      const params = Object.fromEntries(Object.keys(example.params as object).map((name) => [name, '99999999999']))
      const answer = await callerOf(endpoint).call(endpoint, { ...example, params } as never)
      expect(answer.status).toBe(404)
    })
  }

  if (endpoint.body) {
    test('422 for a broken body', async () => {
      const example = await refusedExample()
      const answer = await callerOf(endpoint).call(endpoint, {
        ...example,
        body: { data: 'broken', value: undefined } as never,
      })
      expect([answer.status, answer.errors[0]?.code]).toEqual([422, 'VALIDATION_FAILED'])
    })

    test('422 for values of another type, in words for the reader', async () => {
      const example = await refusedExample()
      const refused = []
      for (const wrong of [{ x: [1] }, [true], 7, 'x', null]) {
        const body = Object.fromEntries(Object.keys((example.body ?? {}) as object).map((name) => [name, wrong]))
        refused.push(await callerOf(endpoint).call(endpoint, { ...example, body: body as never }))
      }
      const messages = refused.filter(({ status }) => status === 422).flatMap(({ errors }) => errors)
      for (const { message } of messages) expect(message).not.toMatch(/invalid input|expected|received|type (\w+)$/i)
    })
  }
})

test.each([
  ['S6.28', 'view_devices', 'devices.list'],
  ['S6.35', 'view_device_remote_access', 'remote.list'],
  ['S6.39', 'view_user_invitations', 'users.invitations'],
  ['S6.40', 'view_roles', 'roles.list'],
  ['S6.61', 'view_permissions', 'roles.permissions'],
  ['S6.44', 'view_files', 'files.list'],
  ['S6.45', 'view_images', 'files.images'],
])('%s: %s is enough for its list, and no other permission is', async (_id, permission, name) => {
  const endpoint = endpoints.find((one) => one.name === name) as AnyEndpoint
  const [without, having] = [await makeRole(mine, `without ${permission}`), await makeRole(mine, `only ${permission}`)]
  const others = permissions.filter((one) => one.name !== permission && one.name !== 'super_admin')
  await world.db
    .insertInto('role_permissions')
    .values([
      ...others.map((one) => ({ role_id: without, permission: one.name as string })),
      { role_id: having, permission },
    ])
    .execute()
  await makeUser(world, `without.${permission}`, mine, without)
  await makeUser(world, `only.${permission}`, mine, having)
  const statusOf = async (user: string) => (await (await world.as(user)).call(endpoint, {})).status
  expect([await statusOf(`without.${permission}`), await statusOf(`only.${permission}`)]).toEqual([403, 200])
})

test('every statement over a tenant table carries its scope', async () => {
  await admin.call(account.getSessionUser)
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'l1_id' AND table_schema = 'public'`.execute(
    world.db,
  )
  const { rows: statements } = await sql<{ query: string }>`
    SELECT query FROM pg_stat_statements WHERE dbid = ${ownDatabase}`.execute(world.db)
  const tenant = new RegExp(`\\b(from|join|update)\\s+"?(${tables.map(({ name }) => name).join('|')})"?\\b`, 'i')
  const unscoped = statements
    .map(({ query }) => query)
    .filter((query) => tenant.test(query) && !query.includes('/* scope:') && !isOurs(query))
  expect(statements.length).toBeGreaterThan(50)
  expect(unscoped).toEqual([])
})

/** Statements that this file itself runs to read rows. */
function isOurs(query: string): boolean {
  return query.includes('string_agg(row,') || query.startsWith('UPDATE companies SET l1_id')
}

describe('no field of a CSV is a formula, whatever is stored', () => {
  /** Downloads with texts; those of a single device are tested beside its data. */
  const figures = ['statistics.export_months', 'statistics.export_online', 'statistics.export_seen']
  const ofDevice = ['monitoring.export_usage', 'monitoring.export_history']
  const exports = endpoints.filter(({ csv, name }) => csv && ![...figures, ...ofDevice].includes(name))

  beforeAll(async () => {
    for (const make of [own.tag, own.device, own.invitation, own.remoteAccess, own.remoteSession, own.notice])
      await make()
    const { id } = await own.colleague()
    const branch = await makeCompany(world, 'Branch', mine)
    await admin.call(moveUsers, { body: { user_id: [id], company_id: branch.company_id } })
    await admin.call(inviteUser, { body: { company_id: own.company, email: 'csv@example.test', role: 'read_only' } })
    await writeFormulas(world.db)
    // Rows that are found by a word or counted by a trigger.
    await own.device({ firmware: '=(1)' })
    await world.db
      .insertInto('device_logs')
      .values({ type: 'connection', status: true, log: 'x', serial: '=(1)' })
      .execute()
  })

  test.each(exports)('$path', async (endpoint) => {
    const day = (from: number) => formatTime(new Date(Date.now() + from * 86_400_000))
    const query = endpoint.name === 'remote.export_logs' ? { start_date: day(-1), end_date: day(1) } : {}
    const { status, text } = await root.call(endpoint, { query })
    expect(status).toBe(200)
    expect(text).toContain("'=(")
    for (const separator of [',', ';', '\t']) expect(formulasIn(text, separator)).toEqual([])
  })
})
