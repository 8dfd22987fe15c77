import './texts.ts'
import { editRoleForm, newRoleForm } from '@longreach/contract/roles/forms'
import { Loaded } from '../../forms/loaded.tsx'
import type { FormPage } from '../../registry/domain.ts'
import { roleQuery } from './queries.ts'
import { RoleWindow } from './role-window.tsx'

/** Forms about roles as pages. */
export const pages: readonly FormPage[] = [
  { form: newRoleForm, Page: () => <RoleWindow /> },
  {
    form: editRoleForm,
    needsId: true,
    Page: ({ id }) => <Loaded query={roleQuery(Number(id))}>{(role) => <RoleWindow role={role} />}</Loaded>,
  },
]
