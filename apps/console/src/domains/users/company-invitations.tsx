import { useCompanyPage } from '../companies/public/use-company-page.ts'
import { InvitationsPage } from './invitations-page.tsx'

/** `/companies/{id}/users/invitations` */
export function CompanyInvitations() {
  const company = useCompanyPage()
  return company ? <InvitationsPage key={company.id} company={company} /> : null
}
