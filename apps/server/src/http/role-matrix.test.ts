import { endpoints } from '@longreach/contract'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import { defaultRoles } from '@longreach/contract/permissions'
import { roleMatrix } from '@longreach/contract/role-matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../test/client.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../test/world.ts'

let world: World
const clients = new Map<number, TestClient>()
const platform: Place = { company_id: 0, l1_id: null, l2_id: null }

beforeAll(async () => {
  world = await startWorld()
  const company = await makeCompany(world, 'Harbour')
  for (const { id, name } of defaultRoles) {
    await makeUser(world, name, name === 'super_admin' || name === 'support' ? platform : company, id)
    clients.set(id, await world.as(name))
  }
})
afterAll(async () => world?.stop())

/** Uses ids that do not exist and empty bodies, so that only the permission check is tested. */
async function isLetIn(client: TestClient, endpoint: AnyEndpoint): Promise<boolean> {
  const params = new Proxy({}, { get: () => '999999999' })
  const { status, errors } = await client.call(endpoint, {
    params,
    ...(endpoint.method === 'GET' ? {} : { body: { role_matrix: true } }),
  } as never)
  if (status >= 500 || status === 401) throw new Error(`${endpoint.name} answered ${status}`)
  return errors[0]?.code !== 'FORBIDDEN'
}

/** These would end the session used for the requests. */
const leaving = new Set(['account.login', 'account.revoke', 'account.end_other_sessions'])
const asked = roleMatrix(endpoints).filter(
  ({ endpoint }) => endpoint.permission !== 'public' && !leaving.has(endpoint.name),
)

describe('the table of roles in docs/security.md is what the server does', () => {
  test.each(defaultRoles.map(({ id, name }) => ({ id, name })))('$name', async ({ id }) => {
    const client = clients.get(id) as TestClient
    const wrong: string[] = []
    for (const { endpoint, roles } of asked) {
      if ((await isLetIn(client, endpoint)) !== roles.has(id)) wrong.push(endpoint.name)
    }
    expect(wrong).toEqual([])
  })
})
