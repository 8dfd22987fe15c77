import { useCompanyPage } from '../companies/public/use-company-page.ts'
import { TagsPage } from './tags-page.tsx'

/** `/companies/{id}/tags` */
export function CompanyTags() {
  const company = useCompanyPage()
  return company ? <TagsPage key={company.id} company={company} /> : null
}
