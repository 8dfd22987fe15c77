import './texts.ts'
import { IconBuilding } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Place } from '../../registry/place.tsx'
import { TablePage } from '../../tables/table-page.tsx'
import { companyTable } from './companies-list.tsx'
import { CompanyViews } from './company-views.tsx'
import { NewCompanyButton, useMayAddCompany } from './public/new-company-button.tsx'

/** `/companies`: the companies in reach; a row opens its page. */
export function CompaniesPage() {
  const { t } = useTranslation('companies')
  const navigate = useNavigate()
  const adds = useMayAddCompany()
  return (
    <TablePage
      table={companyTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={(row) => void navigate({ to: '/companies/$company_id', params: { company_id: String(row.id) } })}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={
        <>
          <Place at="companies.actions" />
          <NewCompanyButton />
        </>
      }
      tools={<CompanyViews shown="list" />}
      empty={{
        icon: <IconBuilding size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t(adds ? 'none.text' : 'none.textView'),
        action: <NewCompanyButton />,
      }}
      failed={t('failed')}
    />
  )
}
