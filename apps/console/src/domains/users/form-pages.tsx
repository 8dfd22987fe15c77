import './invitations-texts.ts'
import './texts.ts'
import { deleteUserByEmail, updateUser } from '@longreach/contract/users/endpoints'
import { deleteUserForm, editUserRoleForm, inviteCompanyForm, inviteForm } from '@longreach/contract/users/forms'
import { inviteCompany, inviteUser } from '@longreach/contract/users/invitation-endpoints'
import type { FormPage } from '../../registry/domain.ts'
import { only } from '../../tables/selected-rows.ts'
import { DeleteByEmailWindow } from './delete-by-email-window.tsx'
import { EditRoleWindow } from './edit-role-window.tsx'
import { InviteCompanyWindow } from './invite-company-window.tsx'
import { InviteWindow } from './invite-window.tsx'

/** Forms about users as pages; the id is that of the user, or of the company for an invitation. */
export const pages: readonly FormPage[] = [
  {
    form: inviteForm,
    call: inviteUser,
    Page: ({ id }) => <InviteWindow company={id === undefined ? undefined : Number(id)} />,
  },
  { form: inviteCompanyForm, call: inviteCompany, Page: () => <InviteCompanyWindow /> },
  {
    form: editUserRoleForm,
    call: updateUser,
    needsId: true,
    Page: ({ id }) => <EditRoleWindow selected={only(Number(id))} done={undefined} />,
  },
  { form: deleteUserForm, call: deleteUserByEmail, Page: () => <DeleteByEmailWindow /> },
]
