import { useCompanyTab } from '../companies/public/use-company-tab.tsx'
import { InvitationsPage } from './invitations-page.tsx'

/** `/companies/{id}/users/invitations` */
export function CompanyInvitations() {
  const company = useCompanyTab()
  return company ? <InvitationsPage key={company.id} company={company} /> : null
}
