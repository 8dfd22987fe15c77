import './texts.ts'
import type { Company } from '@longreach/contract/companies/schemas'
import { IconBuilding } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListRules } from '../../tables/page/list-state.ts'
import { TablePage } from '../../tables/page/table-page.tsx'
import { companyColumns, PhoneCompany } from './columns.tsx'
import { NewCompanyButton, useMayAddCompany } from './public.tsx'
import { loadCompanies } from './queries.ts'

const rules: ListRules = { sorts: ['name', 'created_at', 'device_count'], defaultSort: 'name', filters: {} }

/** `/companies`: the companies in reach; a row opens its devices. */
export function CompaniesPage() {
  const { t } = useTranslation('companies')
  const navigate = useNavigate()
  const adds = useMayAddCompany()
  const columns = useMemo(() => companyColumns(t), [t])
  return (
    <TablePage<Company>
      name="companies"
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      rules={rules}
      load={loadCompanies}
      nameOf={(row) => row.name}
      onOpen={(row) => void navigate({ to: '/management/devices', search: { company_id: String(row.id) } })}
      phoneRow={(row) => <PhoneCompany row={row} />}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={<NewCompanyButton />}
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
