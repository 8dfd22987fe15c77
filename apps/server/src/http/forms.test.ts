import { changePassword } from '@longreach/contract/account/access-endpoints'
import { changePasswordForm } from '@longreach/contract/account/forms'
import { createCompany, moveCompany } from '@longreach/contract/companies/endpoints'
import { moveCompanyForm, newCompanyForm } from '@longreach/contract/companies/forms'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import { checkForm, readForm } from '@longreach/contract/forms/check'
import type { Form } from '@longreach/contract/forms/fields'
import { createNotice } from '@longreach/contract/notices/endpoints'
import { newNoticeForm } from '@longreach/contract/notices/forms'
import { createRole } from '@longreach/contract/roles/endpoints'
import { newRoleForm } from '@longreach/contract/roles/forms'
import { createTag } from '@longreach/contract/tags/endpoints'
import { newTagForm } from '@longreach/contract/tags/forms'
import { deleteUserByEmail } from '@longreach/contract/users/endpoints'
import { deleteUserForm, inviteCompanyForm, inviteForm } from '@longreach/contract/users/forms'
import { inviteCompany, inviteUser } from '@longreach/contract/users/invitation-endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../test/client.ts'
import { startWorld, type World } from '../test/world.ts'

let world: World
let root: TestClient

beforeAll(async () => {
  world = await startWorld()
  root = await world.as('root')
})

afterAll(async () => world?.stop())

const pairs: readonly (readonly [Form, AnyEndpoint])[] = [
  [newCompanyForm, createCompany],
  [moveCompanyForm, moveCompany],
  [inviteForm, inviteUser],
  [inviteCompanyForm, inviteCompany],
  [deleteUserForm, deleteUserByEmail],
  [newTagForm, createTag],
  [newRoleForm, createRole],
  [newNoticeForm, createNotice],
  [changePasswordForm, changePassword],
]

/** None of these is ever valid for every field of a form, so that no run changes anything. */
const wrong = fc.constantFrom('', ' ', 'ab', 'a\u202eb', 'x'.repeat(6000), null, undefined, 0, -1, 1.5, true)
const anyone = () => true

test.each(pairs.map(([form, endpoint]) => [form.name, form, endpoint] as const))(
  'S5.25: %s: the server refuses the fields the form refuses',
  async (_name, form, endpoint) => {
    const inputs = fc.record(Object.fromEntries(form.fields.map(({ key }) => [key, wrong])))
    let refused = 0
    for (const values of fc.sample(inputs, 25)) {
      const result = checkForm(form, values, anyone)
      if (!('errors' in result)) continue
      refused++
      const answer = await root.call(endpoint, { body: readForm(form, values, anyone) as never })
      expect(answer.status).toBe(422)
      const fields = new Set(answer.errors.map(({ source }) => source?.split('.')[0]))
      expect([...fields].sort()).toEqual(Object.keys(result.errors).sort())
    }
    expect(refused).toBeGreaterThan(10)
  },
)
