import './texts.ts'
import { createRole, updateRole } from '@longreach/contract/roles/endpoints'
import { editRoleForm, newRoleForm } from '@longreach/contract/roles/forms'
import { Loaded } from '../../forms/loaded.tsx'
import type { FormPage } from '../../registry/domain.ts'
import { roleQuery } from './queries.ts'
import { RoleWindow } from './role-window.tsx'

export const pages: readonly FormPage[] = [
  { form: newRoleForm, call: createRole, Page: () => <RoleWindow /> },
  {
    form: editRoleForm,
    call: updateRole,
    needsId: true,
    Page: ({ id }) => <Loaded query={roleQuery(Number(id))}>{(role) => <RoleWindow role={role} />}</Loaded>,
  },
]
