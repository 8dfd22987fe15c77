import { deleteAlertRule } from '@longreach/contract/alerts/endpoints'
import { listAudit, undoChange } from '@longreach/contract/audit/endpoints'
import { moveCompany, updateCompany } from '@longreach/contract/companies/endpoints'
import { updateDevice } from '@longreach/contract/devices/endpoints'
import { moveDevices } from '@longreach/contract/devices/move-endpoints'
import { assignTags } from '@longreach/contract/devices/tag-endpoints'
import { setSimLimits } from '@longreach/contract/monitoring/sim-endpoints'
import type { PermissionName } from '@longreach/contract/permissions'
import { updateRole } from '@longreach/contract/roles/endpoints'
import { deleteTag, getTag, updateTag } from '@longreach/contract/tags/endpoints'
import { moveUsers } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '../../modules.ts'
import { makeAlertRule } from '../../test/alerts.ts'
import type { TestClient } from '../../test/client.ts'
import { makeRemoteAccess } from '../../test/remote.ts'
import { makeSim } from '../../test/sims.ts'
import { makeTaskGroup } from '../../test/tasks.ts'
import { makeCompany, makeDevice, makeTag, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

const adminRole = 2

let world: World
let top: Place
let north: Place
let south: Place
let admin: TestClient
/** Another user with the permissions of an administrator, from whose role some are taken. */
let other: TestClient
let otherRole: number

beforeAll(async () => {
  world = await startWorld()
  top = await makeCompany(world, 'Top')
  north = await makeCompany(world, 'North', top)
  south = await makeCompany(world, 'South', top)
  otherRole = await makeRole('Almost an administrator')
  await makeUser(world, 'admin', top, adminRole)
  await makeUser(world, 'other', top, otherRole)
  admin = await world.as('admin')
  other = await world.as('other')
})

afterAll(async () => world?.stop())

let roles = 0
/** A role with the permissions of an administrator. */
async function makeRole(title: string): Promise<number> {
  const { id } = await world.db
    .insertInto('roles')
    .values({ company_id: top.company_id, name: `role_${++roles}`, title })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    INSERT INTO role_permissions (role_id, permission)
    SELECT ${id}, permission FROM role_permissions WHERE role_id = ${adminRole}`.execute(world.db)
  return id
}

const undo = (id: number, client = other) => client.call(undoChange, { params: { id } })
const undoOf = ({ meta }: { meta: object }) => (meta as { undo?: number }).undo as number

/** The result of a call that the other user makes without that permission. */
async function without<Result>(permission: PermissionName, work: () => Promise<Result>): Promise<Result> {
  const { numAffectedRows } = await sql`
    DELETE FROM role_permissions WHERE role_id = ${otherRole} AND permission = ${permission}`.execute(world.db)
  expect(numAffectedRows, permission).toBe(1n)
  try {
    return await work()
  } finally {
    await sql`INSERT INTO role_permissions (role_id, permission) VALUES (${otherRole}, ${permission})`.execute(world.db)
  }
}

/** A tag that starts a group of tasks. */
async function startingTag(): Promise<{ id: number; source: number }> {
  const { task_group: source } = await makeTaskGroup(world, top)
  const id = await makeTag(world, top)
  const actions = [{ action: 'execute_tasks_group', source_id: source }]
  await admin.call(updateTag, { params: { id }, body: { actions } as never })
  return { id, source }
}

async function deviceWithTemplate(): Promise<number> {
  const device = await makeDevice(world, north)
  await sql`
    WITH t AS (INSERT INTO monitoring_templates (company_id, name, period, retention, runs_commands)
      VALUES (${north.company_id}, ${`Load of ${device}`}, 60, 7, true) RETURNING id)
    INSERT INTO device_templates (device_id, template_id, period, enabled) SELECT ${device}, id, 60, true FROM t`.execute(
    world.db,
  )
  return device
}

const moves = (device: number) =>
  admin.call(moveDevices, { body: { device_id: [device], company_id: south.company_id } as never })

interface Change {
  /** Kinds of its undo steps. */
  kinds: string[]
  /** All permissions that its undo asks. */
  asks: PermissionName[]
  make(): Promise<{ meta: object }>
}

const changes: Change[] = [
  {
    kinds: ['devices.edit'],
    asks: ['update_devices'],
    make: async () =>
      admin.call(updateDevice, { params: { id: await makeDevice(world, north) }, body: { name: 'Crane 4' } }),
  },
  {
    kinds: ['devices.edit'],
    asks: ['update_devices', 'update_device_location', 'view_device_location'],
    make: async () =>
      admin.call(updateDevice, {
        params: { id: await makeDevice(world, north) },
        body: { user_set_latitude: 54.7, user_set_longitude: 25.3 },
      }),
  },
  {
    kinds: ['devices.tags'],
    asks: ['assign_tags'],
    make: async () =>
      admin.call(assignTags, {
        body: { device_id: [await makeDevice(world, north)], tag_id: [await makeTag(world, top)] },
      }),
  },
  { kinds: ['devices.move'], asks: ['move_devices'], make: async () => moves(await makeDevice(world, north)) },
  {
    kinds: ['devices.move', 'monitoring.unassigned'],
    asks: ['move_devices', 'update_monitoring', 'execute_device_command'],
    make: async () => moves(await deviceWithTemplate()),
  },
  {
    kinds: ['devices.move', 'remote.credentials'],
    asks: ['move_devices', 'update_device_remote_access'],
    async make() {
      const device = await makeDevice(world, north)
      await makeRemoteAccess(world, north, device, { credentials: Buffer.from('sealed') })
      return moves(device)
    },
  },
  {
    kinds: ['tags.edit'],
    asks: ['update_tags', 'execute_device_task_groups'],
    async make() {
      const { id } = await startingTag()
      return admin.call(updateTag, { params: { id }, body: { actions: [] } })
    },
  },
  {
    kinds: ['tags.delete'],
    asks: ['delete_tags', 'create_tags', 'assign_tags', 'execute_device_task_groups'],
    make: async () => admin.call(deleteTag, { params: { id: (await startingTag()).id } }),
  },
  {
    kinds: ['companies.rename'],
    asks: ['update_companies'],
    make: async () => {
      const { company_id: id } = await makeCompany(world, 'Old name', top)
      return admin.call(updateCompany, { params: { id }, body: { name: `New name ${id}` } as never })
    },
  },
  {
    kinds: ['companies.move'],
    asks: ['move_companies'],
    async make() {
      const { company_id } = await makeCompany(world, 'Moving', north)
      return admin.call(moveCompany, { body: { source: company_id, target: south.company_id } })
    },
  },
  {
    kinds: ['users.move'],
    asks: ['move_users'],
    async make() {
      const user = await makeUser(world, `mover${Date.now()}`, north, 4)
      return admin.call(moveUsers, { body: { user_id: [user], company_id: south.company_id } as never })
    },
  },
  {
    kinds: ['roles.edit'],
    asks: ['update_roles'],
    make: async () =>
      admin.call(updateRole, { params: { id: await makeRole('Old title') }, body: { title: 'New title' } as never }),
  },
  {
    kinds: ['monitoring.sim_limits'],
    asks: ['update_devices'],
    make: async () =>
      admin.call(setSimLimits, { body: { id: [await makeSim(world, north)], billing_day: 3 } as never }),
  },
  {
    kinds: ['alerts.delete_rules'],
    asks: ['delete_device_alert_configurations', 'create_device_alert_configurations'],
    async make() {
      const id = await makeAlertRule(world, north, await makeDevice(world, north))
      return admin.call(deleteAlertRule, { params: { id } })
    },
  },
]

test('each kind of undo is in the list', () => {
  const kinds = modules.flatMap(
    ({ undo }) => undo?.({ bus: {} } as never, { handlers: () => [], followingTables: [] } as never) ?? [],
  )
  expect([...new Set(changes.flatMap((change) => change.kinds))].sort()).toEqual(kinds.map(({ kind }) => kind).sort())
})

test.each(changes.map((change) => [change.kinds.join(' and '), change.asks.join(', '), change] as const))(
  'undoing %s asks %s',
  async (_, __, { kinds, asks, make }) => {
    const id = undoOf(await make())
    const { rows } = await sql<{ kinds: string[] }>`SELECT kinds FROM undos WHERE id = ${id}`.execute(world.db)
    expect(rows[0]?.kinds.toSorted()).toEqual(kinds)
    for (const permission of asks)
      expect([permission, (await without(permission, () => undo(id))).status]).toEqual([permission, 403])
    expect((await undo(id)).status).toBe(200)
  },
)

test('an undo that would be refused is not offered to the user who made the change', async () => {
  const remove = async () => other.call(deleteTag, { params: { id: await makeTag(world, top) } })
  expect(undoOf(await remove())).toBeDefined()
  const alone = await without('create_tags', remove)
  expect([alone.status, alone.meta]).toEqual([200, expect.not.objectContaining({ undo: expect.anything() })])
  // Others may still undo it.
  const { data } = await admin.call(listAudit, { query: { action: 'tags.delete', limit: 1 } })
  expect(data[0]?.undo_id).toEqual(expect.any(Number))
  expect((await undo(data[0]?.undo_id ?? 0, admin)).status).toBe(200)
})

test("changes of others are undone by those who may view the audit log, one's own by all users", async () => {
  const name = 'Crane 9'
  const change = async (client: TestClient) =>
    undoOf(await client.call(updateDevice, { params: { id: await makeDevice(world, north) }, body: { name } }))
  await without('view_audit_log', async () => {
    expect((await undo(await change(admin))).status).toBe(404)
    expect((await undo(await change(other))).status).toBe(200)
  })
})

test('restored actions of a tag run in the name of the user who restored them', async () => {
  const { id } = await startingTag()
  const removed = await admin.call(updateTag, { params: { id }, body: { actions: [] } })
  expect((await undo(undoOf(removed))).status).toBe(200)
  const { data } = await admin.call(getTag, { params: { id } })
  expect(data).toMatchObject({ actions: [{ action: 'execute_tasks_group' }] })
  const { rows } = await sql<{ username: string }>`SELECT username FROM tag_actions WHERE tag_id = ${id}`.execute(
    world.db,
  )
  expect(rows).toEqual([{ username: 'other@example.test' }])
  const { data: lines } = await admin.call(listAudit, { query: { action: 'audit.undo', limit: 1 } })
  expect(lines[0]?.username).toBe('other@example.test')
})
