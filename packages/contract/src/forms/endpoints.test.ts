import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as access from '../account/access-endpoints.ts'
import { updateAccount } from '../account/email-endpoints.ts'
import * as accountForms from '../account/forms.ts'
import * as passwords from '../account/password-endpoints.ts'
import * as registration from '../account/register-endpoints.ts'
import { executeCommand } from '../actions/endpoints.ts'
import { runCommandForm } from '../actions/forms.ts'
import * as alerts from '../alerts/endpoints.ts'
import * as alertForms from '../alerts/forms.ts'
import * as campaigns from '../campaigns/endpoints.ts'
import * as campaignForms from '../campaigns/forms.ts'
import * as companies from '../companies/endpoints.ts'
import * as companyForms from '../companies/forms.ts'
import * as backups from '../configs/backup-endpoints.ts'
import * as backupForms from '../configs/backup-forms.ts'
import { uploadApiDocument } from '../configs/document-endpoints.ts'
import { uploadDocumentForm } from '../configs/document-forms.ts'
import { authorizeDevice } from '../devices/authorized-endpoints.ts'
import { authorizeDeviceForm } from '../devices/authorized-forms.ts'
import * as devices from '../devices/endpoints.ts'
import * as deviceForms from '../devices/forms.ts'
import { newDeviceSchema } from '../devices/schemas.ts'
import type { Schema } from '../endpoint.ts'
import * as mail from '../mail/endpoints.ts'
import { removeSuppressedForm } from '../mail/forms.ts'
import { simForm } from '../monitoring/forms.ts'
import { updateSim } from '../monitoring/usage-endpoints.ts'
import * as notices from '../notices/endpoints.ts'
import * as noticeForms from '../notices/forms.ts'
import * as remote from '../remote/endpoints.ts'
import * as remoteForms from '../remote/forms.ts'
import { newRemoteAccessSchema } from '../remote/schemas.ts'
import * as roles from '../roles/endpoints.ts'
import * as roleForms from '../roles/forms.ts'
import * as tags from '../tags/endpoints.ts'
import * as tagForms from '../tags/forms.ts'
import * as users from '../users/endpoints.ts'
import * as userForms from '../users/forms.ts'
import * as invitations from '../users/invitation-endpoints.ts'
import { checkForm, readForm } from './check.ts'
import { type Field, type Form, isList, isNote, isText } from './fields.ts'
import { shownFields } from './visible.ts'

/** Files are not part of a body: they are checked where they are received. */
const withoutFiles = (form: Form): Form => ({ ...form, fields: form.fields.filter(({ type }) => type !== 'file') })
/** The fields beside files arrive as text, and no page takes any of them from its address. */
const besideFiles = (schema: Schema | undefined): Schema =>
  z.pipe(
    z.transform(
      ({ token: _, ...body }: Record<string, unknown>): Record<string, unknown> =>
        Object.fromEntries(Object.entries(body).map(([key, value]) => [key, value === null ? value : String(value)])),
    ),
    schema as z.ZodMiniType<unknown, Record<string, unknown>>,
  )

/** Every declared form with the schema by which the server validates its body. */
const pairs: readonly (readonly [Form, Schema | undefined])[] = [
  [companyForms.newCompanyForm, companies.createCompany.body],
  [companyForms.editCompanyForm, companies.updateCompany.body],
  [companyForms.moveCompanyForm, companies.moveCompany.body],
  [companyForms.companyFlagsForm, companies.updateCompanyFlags.body],
  [userForms.inviteForm, invitations.inviteUser.body],
  [userForms.inviteCompanyForm, invitations.inviteCompany.body],
  [userForms.editUserRoleForm, users.updateUser.body],
  [userForms.deleteUserForm, users.deleteUserByEmail.body],
  [simForm, updateSim.body],
  [alertForms.editAlertForm, alerts.updateAlertRule.body],
  [tagForms.newTagForm, tags.createTag.body],
  [tagForms.editTagForm, tags.updateTag.body],
  [backupForms.newBackupRuleForm, backups.createBackupRule.body],
  [backupForms.editBackupRuleForm, backups.updateBackupRule.body],
  [withoutFiles(uploadDocumentForm), besideFiles(uploadApiDocument.body)],
  [roleForms.newRoleForm, roles.createRole.body],
  [roleForms.editRoleForm, roles.updateRole.body],
  [removeSuppressedForm, mail.deleteSuppressedEmail.params],
  [noticeForms.newNoticeForm, notices.createNotice.body],
  [noticeForms.editNoticeForm, notices.updateNotice.body],
  [campaignForms.newCampaignForm, campaigns.createCampaign.body],
  [campaignForms.editCampaignForm, campaigns.updateCampaign.body],
  [campaignForms.editChangeCampaignForm, campaigns.updateChangeCampaign.body],
  [campaignForms.startCampaignForm, campaigns.startCampaign.body],
  [deviceForms.editDeviceForm, devices.updateDevice.body],
  [deviceForms.newDeviceForm, newDeviceSchema],
  [deviceForms.newEnrolmentKeyForm, devices.createEnrolmentKey.body],
  [authorizeDeviceForm, authorizeDevice.body],
  [remoteForms.newRemoteAccessForm, newRemoteAccessSchema],
  [remoteForms.newDeviceAccessForm, newRemoteAccessSchema],
  [remoteForms.editRemoteAccessForm, remote.updateRemoteAccess.body],
  [remoteForms.openRemoteAccessForm, remote.openRemoteAccess.body],
  [runCommandForm, executeCommand.body],
  [accountForms.confirmPasswordForm, access.confirmPassword.body],
  [accountForms.requiredEmailForm, updateAccount.body],
  [accountForms.setUpForm, registration.setUp.body],
  [accountForms.registerForm, registration.register.body],
  [accountForms.forgotPasswordForm, passwords.forgotPassword.body],
  [accountForms.resetPasswordForm, passwords.resetPassword.body],
  [accountForms.changePasswordForm, access.changePassword.body],
  [accountForms.newTokenForm, access.createToken.body],
]

const texts = fc.oneof(
  fc.constantFrom('', ' ', 'ab', 'abc', ' abc ', 'a\nb', 'a\u202eb', 'a@b.co', ' a@b.co ', 'a@', '#4287F5', '#428'),
  fc.constantFrom('2099-01-01 12:00:00', '2099-02-30 12:00:00', '2099-01-01'),
  fc.string({ maxLength: 30 }),
  fc.integer({ min: 90, max: 5010 }).map((length) => 'x'.repeat(length)),
)
const integers = fc.oneof(fc.integer({ min: -1, max: 3 }), fc.constantFrom(null, undefined))
const numbers = fc.oneof(integers, fc.constantFrom(1.5, Number.NaN))

/** Values that a control of this kind may have, and some that it should not. */
function valuesOf(field: Field, form: Form): fc.Arbitrary<unknown> {
  if (isNote(field)) return fc.constant(undefined)
  if (isList(field))
    return fc.oneof(fc.uniqueArray(texts, { maxLength: 4, selector: (text) => text.trim().toLowerCase() }))
  if (isText(field) || field.type === 'color' || field.type === 'datetime') return texts
  if (field.type === 'checkbox') return fc.boolean()
  if (field.type === 'table')
    return fc.array(
      fc.record(Object.fromEntries(field.columns.map((column) => [column.key, valuesOf(column, form)]))),
      {
        maxLength: 3,
      },
    )
  if (field.type === 'multiselect') return fc.subarray(field.options.map(({ value }) => value))
  if ('many' in field && field.many) return fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 4 })
  if ('options' in field) return fc.constantFrom(null, 'nonsense', ...field.options.map(({ value }) => value))
  // After a number that is not an integer zod skips fields that are conditionally required.
  return form.fields.some((other) => 'required' in other && other.required && other.depends) ? integers : numbers
}

const anyone = () => true
/** Forms of changes that send all of their fields. */
const sentWhole = ['editUserRole', 'editCompany', 'editCampaign', 'editChangeCampaign']
/** Values that a page takes from its address. */
const known = { token: 'x' }
/** The body as it arrives at the server; JSON would turn NaN into null, which removes a value. */
const sent = (body: object) =>
  JSON.parse(JSON.stringify({ ...known, ...body }, (_, value) => (Number.isNaN(value) ? 'NaN' : value))) as Record<
    string,
    unknown
  >

test.each(pairs.map(([form, schema]) => [form.name, form, schema] as const))(
  'S5.103: %s: the console and the server say the same of every field',
  (_name, form, schema) => {
    const edits = form.name.startsWith('edit') && !sentWhole.includes(form.name)
    const inputs = fc.record(Object.fromEntries(form.fields.map((field) => [field.key, valuesOf(field, form)])))
    fc.assert(
      fc.property(inputs, (values) => {
        const result = checkForm(form, values, anyone)
        const body = sent(readForm(form, values, anyone))
        const parsed = z.safeParse(schema as Schema, body)
        const server = new Set(parsed.error?.issues.map(({ path }) => String(path[0])))
        // A change may omit fields that its form requires.
        if (edits) {
          for (const field of shownFields(form, values, anyone))
            if ('required' in field && field.required && !(field.key in body)) server.add(field.key)
          server.delete('undefined')
        }
        // Errors of a table are at its cells.
        const shown = Object.keys('errors' in result ? result.errors : {}).map((key) => key.split('.')[0])
        expect([...server].sort()).toEqual([...new Set(shown)].sort())
      }),
      { numRuns: 300 },
    )
  },
)

test('messages of forms are among those that the console has from the start', () => {
  const domains = pairs.flatMap(([form]) =>
    [...JSON.stringify(form).matchAll(/\u0091(\w+)\./g)].map(([, name]) => name),
  )
  expect(new Set(domains)).toEqual(new Set(['forms']))
})
