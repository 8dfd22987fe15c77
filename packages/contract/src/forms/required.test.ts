import { expect, test } from 'vitest'
import { moveCompanyForm, newCompanyForm } from '../companies/forms.ts'
import { removeSuppressedForm } from '../mail/forms.ts'
import { deleteUserForm, inviteCompanyForm, inviteForm } from '../users/forms.ts'
import { checkForm } from './check.ts'
import type { Form } from './fields.ts'

const anyone = () => true

test.each<[id: string, field: string, form: Form]>([
  ['S5.30', 'company_id', inviteForm],
  ['S5.31', 'email', inviteForm],
  ['S5.34', 'parent_id', newCompanyForm],
  ['S5.36', 'source', moveCompanyForm],
  ['S5.37', 'target', moveCompanyForm],
  ['S5.53', 'email', inviteCompanyForm],
  ['S5.59', 'email', removeSuppressedForm],
  ['S5.61', 'email', deleteUserForm],
])('%s: %s is required', (_id, field, form) => {
  expect(checkForm(form, {}, anyone)).toMatchObject({ errors: { [field]: expect.any(String) } })
})
