import { type PermissionName, permissions } from '@longreach/contract/permissions'
import { createRole, deleteRole, overwriteRolePermissions, updateRole } from '@longreach/contract/roles/endpoints'
import { deleteUsers, moveUsers, updateUser, updateUsers } from '@longreach/contract/users/endpoints'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let root: TestClient

beforeAll(async () => {
  world = await startWorld()
  root = await world.as('root')
})

afterAll(async () => world?.stop())

/** Permissions of the maker: enough to change roles, users and companies, and little of everything else. */
const given: PermissionName[] = [
  'hierarchy_access',
  'view_users',
  'invite_users',
  'update_users',
  'delete_users',
  'move_users',
  'view_roles',
  'create_roles',
  'update_roles',
  'delete_roles',
  'view_devices',
  'view_tags',
]
const idOf = (name: PermissionName) => permissions.find((permission) => permission.name === name)!.id
const everything = permissions.map(({ id }) => id)

let count = 0
const fresh = (name: string) => `${name} ${++count}`

async function customRole(place: Place, names: readonly PermissionName[]): Promise<number> {
  const body = { title: fresh('Role'), company_id: [place.company_id], permission_id: names.map(idOf) }
  return (await root.call(createRole, { body })).data[0]!.id
}

interface Tree {
  companies: Place[]
  roles: number[]
  users: number[]
  maker: TestClient
  accomplice: TestClient
}

/**
 * A company with a branch: the maker, an accomplice with the same permissions, users with fewer and users with more.
 */
async function plant(): Promise<Tree> {
  const top = await makeCompany(world, fresh('Top'))
  const branch = await makeCompany(world, fresh('Branch'), top)
  const own = await customRole(top, given)
  const strong = await customRole(top, ['view_devices', 'view_files'])
  const weak = await customRole(top, ['view_devices', 'view_users'])
  const below = await customRole(branch, ['view_users'])
  const roleOf = { maker: own, accomplice: own, weak, second: weak, strong, chief: 2, below, guest: 4 }
  const users = []
  const names = []
  for (const [kind, role] of Object.entries(roleOf)) {
    const name = fresh(kind).replace(' ', '')
    names.push(name)
    users.push(await makeUser(world, name, kind === 'below' ? branch : top, role))
  }
  const [maker, accomplice] = [await world.as(names[0] as string), await world.as(names[1] as string)]
  const roles = [own, weak, below, strong, 1, 2, 3, 4, 5, 6]
  return { companies: [top, branch], roles, users, maker, accomplice }
}

/** Current permissions of each user. */
async function effective(users: readonly number[]): Promise<Map<number, { names: Set<string>; level: number }>> {
  const { rows } = await sql<{ id: number; names: string[]; level: number }>`
    SELECT u.id, c.level, ARRAY(SELECT permission FROM role_permissions p WHERE p.role_id = u.role_id) AS names
    FROM users u JOIN companies c ON c.id = u.company_id WHERE u.id = ANY (${[...users]}::bigint[])`.execute(world.db)
  return new Map(rows.map(({ id, names, level }) => [id, { names: new Set(names), level }]))
}

const step = fc.record({
  kind: fc.constantFrom(
    'create',
    'edit',
    'overwrite',
    'drop',
    'give',
    'give',
    'give many',
    'move',
    'move',
    'move',
    'delete',
  ),
  by: fc.boolean(),
  role: fc.nat(30),
  other: fc.nat(30),
  user: fc.nat(10),
  place: fc.nat(1),
  permissionIds: fc.subarray(everything, { minLength: 1, maxLength: 5 }),
  modest: fc.subarray(given.map(idOf), { minLength: 1 }),
  greedy: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const plain = { by: true, role: 0, other: 0, user: 2, place: 0, modest: given.map(idOf), greedy: false }
const beyond = {
  ...plain,
  permissionIds: everything.filter((id) => !given.map(idOf).includes(id)).slice(0, 1),
  greedy: true,
}
/** For each kind one step that succeeds and one that is refused, so that chance leaves none out. */
const bothWays: [Step, Step][] = [
  [
    { ...beyond, kind: 'create', greedy: false },
    { ...beyond, kind: 'create' },
  ],
  [
    { ...beyond, kind: 'edit', role: 1, greedy: false },
    { ...beyond, kind: 'edit', role: 4 },
  ],
  // The user with fewer permissions gets the maker's role; no user becomes a system administrator.
  [
    { ...beyond, kind: 'give' },
    { ...beyond, kind: 'give', other: 4 },
  ],
  // Into the branch with its own role, and not with one of the company above.
  [
    { ...beyond, kind: 'move', place: 1, other: 2 },
    { ...beyond, kind: 'move', place: 1, other: 1, user: 3 },
  ],
]

/** Makes one call as the maker or the accomplice, whatever the response. */
async function take({ companies, roles, users, maker, accomplice }: Tree, one: Step): Promise<number> {
  const client = one.by ? maker : accomplice
  const pick = <T>(list: readonly T[], at: number) => list[at % list.length] as T
  const role = pick(roles, one.role)
  const user = pick(users, one.user)
  const place = pick(companies, one.place).company_id
  const permission_id = one.greedy ? one.permissionIds : one.modest
  const role_id = pick(roles, one.other)
  switch (one.kind) {
    case 'create': {
      const answer = await client.call(createRole, {
        body: { title: fresh('Climb'), company_id: [place], permission_id },
      })
      if (answer.status === 201) roles.push(answer.data[0]!.id)
      return answer.status
    }
    case 'edit':
      return (await client.call(updateRole, { params: { id: role }, body: { permission_id } })).status
    case 'overwrite':
      return (await client.call(overwriteRolePermissions, { body: { role_id: [role, role_id], permission_id } })).status
    case 'drop':
      return (await client.call(deleteRole, { params: { id: role } })).status
    case 'give':
      return (await client.call(updateUser, { params: { id: user }, body: { role_id } })).status
    case 'give many':
      return (await client.call(updateUsers, { body: { user_id: users, role_id } })).status
    case 'move':
      return (await client.call(moveUsers, { body: { user_id: [user], company_id: place, role_id } })).status
    default:
      return (await client.call(deleteUsers, { body: { user_id: [user] } })).status
  }
}

test('no sequence of creating, editing and assigning roles, moves and deletions gives a user a permission the makers lack', async () => {
  const answered = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, step), { minLength: 4, maxLength: 12 }), async (pairs) => {
      const tree = await plant()
      const limit = new Set<string>(given)
      let before = await effective(tree.users)
      for (const pair of pairs) {
        const statuses = await Promise.all(pair.map((one) => take(tree, one)))
        for (const [at, status] of statuses.entries()) {
          expect(status).toBeLessThan(500)
          const key = `${pair[at]!.kind} ${status < 300}`
          answered.set(key, (answered.get(key) ?? 0) + 1)
        }
        const after = await effective(tree.users)
        for (const [id, { names }] of after) {
          const old = before.get(id)!.names
          for (const name of names) if (!old.has(name)) expect(limit, `user ${id} gained ${name}`).toContain(name)
          // Users with more permissions than the makers must stay untouched.
          if ([...old].some((name) => !limit.has(name))) expect(names).toEqual(old)
        }
        // Users with more permissions had them from the start, and none of those was deleted.
        for (const [id, { names }] of before)
          if ([...names].some((name) => !limit.has(name))) expect(after.has(id)).toBe(true)
        before = after
      }
      const { rows } = await sql<{ id: number }>`
        SELECT c.id FROM companies c WHERE c.id = ${tree.companies[0]!.company_id} AND NOT EXISTS (
          SELECT FROM users u WHERE u.company_id = c.id AND (SELECT count(*) FROM role_permissions p
            WHERE p.role_id = u.role_id AND p.permission IN ('invite_users', 'update_users', 'delete_users')) = 3)`.execute(
        world.db,
      )
      expect(rows).toEqual([])
    }),
    { numRuns: 25, examples: [[bothWays]] },
  )
  // The sequences contained real changes and real refusals.
  for (const kind of ['create', 'edit', 'give', 'move']) {
    expect(
      [answered.get(`${kind} true`) ?? 0, answered.get(`${kind} false`) ?? 0].every((n) => n > 0),
      kind,
    ).toBe(true)
  }
})
