import { useCompanyTab } from '../../companies/public/use-company-tab.tsx'
import { DevicesPage } from './devices-page.tsx'

/** `/companies/{id}/devices` */
export function CompanyDevices() {
  const company = useCompanyTab()
  return company ? <DevicesPage key={company.id} company={company} /> : null
}
