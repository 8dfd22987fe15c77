import { createRole } from '@longreach/contract/roles/endpoints'
import type { TestClient } from '../client.ts'
import { type Examples, fresh, type OwnIds } from './shared.ts'

async function customRole(own: OwnIds, client: TestClient): Promise<number> {
  const body = { title: fresh('Custom '), company_id: [own.company], permission_id: [3] }
  const { data } = await client.call(createRole, { body })
  return data[0]!.id
}

export const examples: Examples = {
  'roles.get_permissions': async (own) => ({ params: { id: own.role } }),
  'roles.get': async (own) => ({ params: { id: own.role } }),
  'roles.create': async (own) => ({ body: { title: fresh('Role '), company_id: [own.company], permission_id: [3] } }),
  'roles.update': async (own, client) => ({
    params: { id: await customRole(own, client) },
    body: { description: 'Looks after the pumps', permission_id: [3, 10] },
  }),
  'roles.overwrite_permissions': async (own, client) => ({
    body: { role_id: [await customRole(own, client)], permission_id: [3] },
  }),
  'roles.delete': async (own, client) => ({ params: { id: await customRole(own, client) } }),
}
