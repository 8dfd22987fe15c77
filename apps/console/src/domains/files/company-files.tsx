import { useCompanyTab } from '../companies/public/use-company-tab.tsx'
import { FilesPage } from './files-page.tsx'

/** `/companies/{id}/files` */
export function CompanyFiles() {
  const company = useCompanyTab()
  return company ? <FilesPage key={company.id} company={company} /> : null
}
