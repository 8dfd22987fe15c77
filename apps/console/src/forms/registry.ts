import * as companies from '@longreach/contract/companies/forms'
import type { Form } from '@longreach/contract/forms/fields'
import { removeSuppressedForm } from '@longreach/contract/mail/forms'
import { newNoticeForm } from '@longreach/contract/notices/forms'
import * as roles from '@longreach/contract/roles/forms'
import { editTagForm, newTagForm, tagFileForm } from '@longreach/contract/tags/forms'
import * as users from '@longreach/contract/users/forms'
import type { ComponentType } from 'react'

/** What a form's page gets from its address: `/forms/<name>/<id>`. */
export interface PageProps {
  id: string | undefined
}

type Pages = Readonly<Record<string, ComponentType<PageProps>>>

export interface FormPage {
  form: Form
  /** By the name of the form. */
  load: () => Promise<Pages>
  /** Without an id there is nothing it could be about. */
  wantsId?: true
}

const domains = {
  companies: () => import('../domains/companies/form-pages.tsx'),
  mail: () => import('../domains/mail/form-pages.tsx'),
  notices: () => import('../domains/notices/form-pages.tsx'),
  roles: () => import('../domains/roles/form-pages.tsx'),
  tags: () => import('../domains/tags/form-pages.tsx'),
  users: () => import('../domains/users/form-pages.tsx'),
} satisfies Record<string, () => Promise<{ pages: Pages }>>

const loaded = new Map<string, Promise<Pages>>()

/** The pages of a domain, with its words; asked for once. */
function pagesOf(domain: keyof typeof domains): Promise<Pages> {
  const known = loaded.get(domain)
  if (known) return known
  const loading = (domains[domain]() as Promise<{ pages: Pages }>).then(({ pages }) => pages)
  loaded.set(domain, loading)
  return loading
}

const page = (domain: keyof typeof domains, form: Form, wantsId?: true): FormPage => ({
  form,
  load: () => pagesOf(domain),
  ...(wantsId ? { wantsId } : {}),
})

const declared: readonly FormPage[] = [
  page('companies', companies.newCompanyForm),
  page('companies', companies.editCompanyForm, true),
  page('companies', companies.moveCompanyForm, true),
  page('companies', companies.companyFlagsForm, true),
  page('users', users.inviteForm),
  page('users', users.inviteCompanyForm),
  page('users', users.editUserRoleForm, true),
  page('users', users.deleteUserForm),
  page('roles', roles.newRoleForm),
  page('roles', roles.editRoleForm, true),
  page('tags', newTagForm),
  page('tags', editTagForm, true),
  page('tags', tagFileForm),
  page('mail', removeSuppressedForm),
  page('notices', newNoticeForm),
]

/** The page of a form by its name; undefined when there is none, or none without an id. */
export function findFormPage(name: string | undefined, id: string | undefined): FormPage | undefined {
  const found = declared.find(({ form }) => form.name === name)
  return found?.wantsId && id === undefined ? undefined : found
}

export const declaredForms = declared.map(({ form }) => form)
