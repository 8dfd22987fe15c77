import './texts.ts'
import type { CompanyDetails } from '@longreach/contract/companies/schemas'
import { IconBuildingOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { failureOf, isMissing } from '../../api/error.ts'
import { PageTabs } from '../../registry/page-tabs.tsx'
import { DeviceCount } from '../../tables/device-count.tsx'
import { Button } from '../../ui/button.tsx'
import { formatApiTime, formatCount } from '../../ui/format.ts'
import { Facts, ObjectPage } from '../../ui/object-page.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { CompanyButtons } from './company-buttons.tsx'
import classes from './company-page.module.css'
import { companyQuery } from './company-queries.ts'
import { HealthBar } from './health-bar.tsx'
import { ofCompany, withinCompany } from './of-company.ts'
import { CompanyName } from './public/company-name.tsx'

/** `/companies/{id}`: the company's identity, then its objects, by tabs. */
export function CompanyPage() {
  const { t } = useTranslation('companies')
  const id = Number(useParams({ strict: false }).company_id)
  const known = Number.isInteger(id) && id > 0
  const { data: company, error, refetch } = useQuery({ ...companyQuery(id), enabled: known })
  const navigate = useNavigate()
  if (!known || isMissing(error)) {
    return (
      <EmptyState
        alone
        icon={<IconBuildingOff size={22} stroke={1.6} />}
        title={t('page.missing')}
        text={t('page.missingText')}
        action={<Button onClick={() => void navigate({ to: '/companies' })}>{t('page.back')}</Button>}
      />
    )
  }
  if (error && !company) {
    return <ErrorState title={t('page.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  }
  if (!company) return null
  return (
    <ObjectPage
      width="full"
      label={t('page.trail')}
      trail={[
        <Link key="all" to="/companies">
          {t('title')}
        </Link>,
        ...company.ancestors.map(({ id, name }) => <CompanyName key={id} id={id} name={name} />),
      ]}
      name={company.name}
      identity={<Identity company={company} />}
      actions={<CompanyButtons company={company} />}
    >
      <PageTabs of="company" label={t('page.tabsLabel')} />
      <Outlet />
    </ObjectPage>
  )
}

function Identity({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation('companies')
  const { below, devices_count, users_count, subsidiaries_count } = company
  const count = (key: 'devices' | 'users' | 'subsidiaries', value: number) =>
    t(`page.${key}`, { count: value, formatted: formatCount(value) })
  const { all } = company.health
  const parent = company.ancestors.find(({ id }) => id === company.parent_id)
  return (
    <>
      <h1 title={company.name}>{company.name}</h1>
      <Facts>
        <span>{t('page.level', { level: company.level })}</span>
        {parent ? (
          <span>
            {t('columns.parent')}: <CompanyName {...parent} />
          </span>
        ) : null}
        <span>
          <DeviceCount count={devices_count} filter={ofCompany(company.id)}>
            {count('devices', devices_count)}
          </DeviceCount>
        </span>
        <span>{count('users', users_count)}</span>
        <span>{count('subsidiaries', subsidiaries_count)}</span>
        <span>{t('page.created', { time: formatApiTime(company.created_at) })}</span>
      </Facts>
      {all.devices > 0 ? (
        <Facts>
          <span className={classes.health}>
            <HealthBar health={all} />
            <DeviceCount count={all.devices} filter={withinCompany(company.id)}>
              {t(below.companies > 0 ? 'page.onlineBelow' : 'page.online', {
                online: formatCount(all.online),
                devices: formatCount(all.devices),
              })}
            </DeviceCount>
          </span>
        </Facts>
      ) : null}
      {below.companies > 0 ? (
        <Facts>
          {t('page.below', {
            companies: t('page.companies', { count: below.companies, formatted: formatCount(below.companies) }),
            devices: count('devices', below.devices),
            users: count('users', below.users),
          })}
        </Facts>
      ) : null}
    </>
  )
}
