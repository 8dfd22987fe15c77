import { useCompanyPage } from '../companies/public/use-company-page.ts'
import { UsersPage } from './users-page.tsx'

/** `/companies/{id}/users` */
export function CompanyUsers() {
  const company = useCompanyPage()
  return company ? <UsersPage key={company.id} company={company} /> : null
}
