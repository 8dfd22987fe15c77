import './texts.ts'
import { exportCompanies, listCompanies } from '@longreach/contract/companies/endpoints'
import type { Company } from '@longreach/contract/companies/schemas'
import { IconBuilding } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Place } from '../../registry/place.tsx'
import { choiceField, countField, type FilterField, madeField } from '../../tables/filters/field.ts'
import type { ListSpec } from '../../tables/list-source.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { companyColumns, PhoneCompany } from './columns.tsx'
import { CompanyViews } from './company-views.tsx'
import { companyField } from './public/company-field.ts'
import { NewCompanyButton, useMayAddCompany } from './public/new-company-button.tsx'

const spec: ListSpec = { name: 'companies', list: listCompanies, download: exportCompanies, defaultSort: 'name' }

const companyFilters = (t: TFunction<'companies'>): FilterField[] => [
  choiceField('level', t('columns.level'), ['1', '2', '3'], (level) => level, { many: true, not: true }),
  { ...companyField(t('columns.parent')), name: 'parent_id' },
  countField('device_count', t('columns.devices')),
  madeField(t('columns.created')),
]

/** `/companies`: the companies in reach; a row opens its page. */
export function CompaniesPage() {
  const { t } = useTranslation('companies')
  const navigate = useNavigate()
  const adds = useMayAddCompany()
  const columns = useMemo(() => companyColumns(t), [t])
  const filters = useMemo(() => companyFilters(t), [t])
  return (
    <TablePage<Company>
      spec={spec}
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      filters={filters}
      nameOf={(row) => row.name}
      onOpen={(row) => void navigate({ to: '/companies/$company_id', params: { company_id: String(row.id) } })}
      phoneRow={(row) => <PhoneCompany row={row} />}
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
