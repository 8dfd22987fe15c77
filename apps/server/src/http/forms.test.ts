import { changePassword, confirmPassword } from '@longreach/contract/account/access-endpoints'
import { updateAccount } from '@longreach/contract/account/email-endpoints'
import {
  changePasswordForm,
  confirmPasswordForm,
  forgotPasswordForm,
  registerForm,
  requiredEmailForm,
  resetPasswordForm,
  setUpForm,
} from '@longreach/contract/account/forms'
import { forgotPassword, resetPassword } from '@longreach/contract/account/password-endpoints'
import { register, setUp } from '@longreach/contract/account/register-endpoints'
import { executeCommand } from '@longreach/contract/actions/endpoints'
import { runCommandForm } from '@longreach/contract/actions/forms'
import { createCompany, moveCompany, updateCompany } from '@longreach/contract/companies/endpoints'
import { editCompanyForm, moveCompanyForm, newCompanyForm } from '@longreach/contract/companies/forms'
import { createBackupRule } from '@longreach/contract/configs/backup-endpoints'
import { newBackupRuleForm } from '@longreach/contract/configs/backup-forms'
import { authorizeDevice } from '@longreach/contract/devices/authorized-endpoints'
import { authorizeDeviceForm } from '@longreach/contract/devices/authorized-forms'
import { createDevices, createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { newDeviceForm, newEnrolmentKeyForm } from '@longreach/contract/devices/forms'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import { checkForm, readForm } from '@longreach/contract/forms/check'
import type { Form } from '@longreach/contract/forms/fields'
import { createNotice } from '@longreach/contract/notices/endpoints'
import { newNoticeForm } from '@longreach/contract/notices/forms'
import { createRemoteAccess, openRemoteAccess } from '@longreach/contract/remote/endpoints'
import { newDeviceAccessForm, newRemoteAccessForm, openRemoteAccessForm } from '@longreach/contract/remote/forms'
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

interface Pair {
  form: Form
  endpoint: AnyEndpoint
  /** Parameters of the path; they match no row, so that no run changes anything. */
  params?: Record<string, number>
  /** Wraps the form's values into the body of the call. */
  wrap?: (body: object) => object
}

const inList = (body: object) => ({ data: [body] })
const withToken = (body: object) => ({ ...body, token: 'x' })

const pairs: readonly Pair[] = [
  { form: newCompanyForm, endpoint: createCompany },
  { form: editCompanyForm, endpoint: updateCompany, params: { id: 999_999 } },
  { form: moveCompanyForm, endpoint: moveCompany },
  { form: inviteForm, endpoint: inviteUser },
  { form: inviteCompanyForm, endpoint: inviteCompany },
  { form: deleteUserForm, endpoint: deleteUserByEmail },
  { form: newTagForm, endpoint: createTag },
  { form: newBackupRuleForm, endpoint: createBackupRule },
  { form: newRoleForm, endpoint: createRole },
  { form: newNoticeForm, endpoint: createNotice },
  { form: newDeviceForm, endpoint: createDevices, wrap: inList },
  { form: authorizeDeviceForm, endpoint: authorizeDevice },
  { form: newEnrolmentKeyForm, endpoint: createEnrolmentKey },
  { form: runCommandForm, endpoint: executeCommand, params: { id: 999_999 } },
  { form: newRemoteAccessForm, endpoint: createRemoteAccess, wrap: inList },
  { form: newDeviceAccessForm, endpoint: createRemoteAccess, wrap: inList },
  { form: openRemoteAccessForm, endpoint: openRemoteAccess, params: { access_id: 999_999 } },
  { form: changePasswordForm, endpoint: changePassword },
  { form: confirmPasswordForm, endpoint: confirmPassword },
  { form: requiredEmailForm, endpoint: updateAccount },
  { form: setUpForm, endpoint: setUp, wrap: withToken },
  { form: registerForm, endpoint: register, wrap: withToken },
  { form: forgotPasswordForm, endpoint: forgotPassword },
  { form: resetPasswordForm, endpoint: resetPassword, wrap: withToken },
]

/** None of these is valid for every field of a form, so that no run changes anything. */
const wrong = ['', ' ', 'ab', 'a\u202eb', null, undefined, 0, -1, true]

/** One character longer than the field allows, so that several of them fit into the body of a call. */
const tooLong = (field: Form['fields'][number]) =>
  'x'.repeat(('maxlength' in field ? (field.maxlength ?? 1000) : 1000) + 1)

/** After a number that is not an integer zod skips fields that are conditionally required. */
const wrongFor = ({ fields }: Form) =>
  fields.some((field) => 'required' in field && field.required && field.depends) ? wrong : [...wrong, 1.5]
/** Rows are validated one by one, in the contract's own test. */
const wrongIn = (form: Form, field: Form['fields'][number]) =>
  field.type === 'table' ? [[]] : [...wrongFor(form), tooLong(field)]
const anyone = () => true

test.each(pairs.map((pair) => [pair.form.name, pair] as const))(
  'S5.25: %s: the server refuses the fields the form refuses',
  async (_name, { form, endpoint, params, wrap = (body) => body }) => {
    const inputs = fc.record(
      Object.fromEntries(form.fields.map((field) => [field.key, fc.constantFrom(...wrongIn(form, field))])),
    )
    let refused = 0
    for (const values of fc.sample(inputs, 25)) {
      const result = checkForm(form, values, anyone)
      if (!('errors' in result)) continue
      refused++
      const body = wrap(readForm(form, values, anyone))
      const answer = await root.call(endpoint, { body, ...(params ? { params } : {}) } as never)
      expect(answer.status).toBe(422)
      const fields = new Set(answer.errors.map(({ source }) => source?.replace(/^data\.0\./, '').split('.')[0]))
      expect([...fields].sort()).toEqual(Object.keys(result.errors).sort())
    }
    expect(refused).toBeGreaterThan(10)
  },
)
