import { useCompanyPage } from '../companies/public/use-company-page.ts'
import { DevicesPage } from './devices-page.tsx'

/** `/companies/{id}/devices` */
export function CompanyDevices() {
  const company = useCompanyPage()
  return company ? <DevicesPage key={company.id} company={company} /> : null
}
