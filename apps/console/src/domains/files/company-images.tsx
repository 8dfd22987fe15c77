import { useCompanyTab } from '../companies/public/use-company-tab.tsx'
import { ImagesPage } from './images-page.tsx'

/** `/companies/{id}/images` */
export function CompanyImages() {
  const company = useCompanyTab()
  return company ? <ImagesPage key={company.id} company={company} /> : null
}
