import { useCompanyTab } from '../companies/public/use-company-tab.tsx'
import { UsersPage } from './users-page.tsx'

/** `/companies/{id}/users` */
export function CompanyUsers() {
  const company = useCompanyTab()
  return company ? <UsersPage key={company.id} company={company} /> : null
}
