import './invitation-texts.ts'
import './texts.ts'
import '../roles/texts.ts'
import type { PageProps } from '../../forms/registry.ts'
import { only } from '../../tables/choice.ts'
import { DeleteByEmailWindow } from './delete-by-email-window.tsx'
import { EditRoleWindow } from './edit-role-window.tsx'
import { InviteCompanyWindow } from './invite-company-window.tsx'
import { InviteWindow } from './invite-window.tsx'

/** Forms about users as pages; the id is the user, of an invitation the company. */
export const pages = {
  newUser: ({ id }: PageProps) => <InviteWindow company={id === undefined ? undefined : Number(id)} />,
  inviteNewCompany: () => <InviteCompanyWindow />,
  editUserRole: ({ id }: PageProps) => <EditRoleWindow choice={only(Number(id))} done={undefined} />,
  deleteUser: () => <DeleteByEmailWindow />,
}
