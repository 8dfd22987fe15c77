import { updateCompanyFlags } from '@longreach/contract/companies/endpoints'
import { companyFlagsForm } from '@longreach/contract/companies/forms'
import { type CompanyFlags, companyFlagNames } from '@longreach/contract/companies/schemas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/error.ts'
import { sessionQuery } from '../../api/session.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { ErrorState, Skeleton } from '../../ui/state.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowBody } from '../../windows/window-parts.tsx'
import { companyQuery } from './company-queries.ts'

interface Props {
  company: { id: number; name: string }
}

export function FlagsWindow({ company }: Props) {
  const { t } = useTranslation('companies')
  // Refetched: another user may have changed them.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({ ...companyQuery(company.id), staleTime: 0 })
  if (error && !isFetchedAfterMount) {
    return <ErrorState title={t('page.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  }
  if (!data || !isFetchedAfterMount) {
    return (
      <WindowBody>
        {companyFlagNames.map((name) => (
          <Skeleton key={name} width="100%" height={40} />
        ))}
      </WindowBody>
    )
  }
  return <FlagsForm company={company} before={data.flags} />
}

function FlagsForm({ company: { id, name }, before }: Props & { before: CompanyFlags }) {
  const { t } = useTranslation('companies')
  const { close } = useWindow()
  const [first] = useState(before)
  const changes = (flags: { [Flag in keyof CompanyFlags]?: boolean | undefined }) =>
    Object.fromEntries(
      companyFlagNames.filter((flag) => flags[flag] !== first[flag]).map((flag) => [flag, flags[flag]]),
    )
  return (
    <FormWindow
      form={companyFlagsForm}
      values={first}
      beforeSend={(flags) => {
        const changed = Object.keys(changes(flags)).length > 0
        if (!changed) close()
        return changed
      }}
      send={(flags) => call(updateCompanyFlags, { params: { id }, body: changes(flags) })}
      done={t('flags.done', { name })}
      reload={[['companies'], sessionQuery.queryKey]}
    />
  )
}
