import { useCompanyTab } from '../companies/public/use-company-tab.tsx'
import { TagsPage } from './tags-page.tsx'

/** `/companies/{id}/tags` */
export function CompanyTags() {
  const company = useCompanyTab()
  return company ? <TagsPage key={company.id} company={company} /> : null
}
