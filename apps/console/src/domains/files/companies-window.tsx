import './texts.ts'
import { getFileCompanies, setFileCompanies } from '@longreach/contract/files/endpoints'
import { fileCompaniesForm } from '@longreach/contract/files/forms'
import type { FileRecord } from '@longreach/contract/files/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/error.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { ErrorState, Skeleton } from '../../ui/state.tsx'
import { WindowBody } from '../../windows/window-parts.tsx'
import { CompaniesControl } from '../companies/public/companies-control.tsx'

const controls = { company_id: CompaniesControl }

export function CompaniesWindow({ file: { id, name } }: { file: FileRecord }) {
  const { t } = useTranslation('files')
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    queryKey: ['files', 'companies', id],
    queryFn: async ({ signal }) => (await call(getFileCompanies, { params: { id } }, signal)).data,
    staleTime: 0,
  })
  if (error) return <ErrorState title={t('companies.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (!data || !isFetchedAfterMount)
    return (
      <WindowBody>
        <Skeleton width="100%" height={56} />
      </WindowBody>
    )
  return (
    <FormWindow
      form={fileCompaniesForm}
      values={{ company_id: data.company_id }}
      controls={controls}
      send={({ company_id = [] }) => call(setFileCompanies, { params: { id }, body: { company_id: [...company_id] } })}
      done={t('companies.done', { name })}
      reload={[['files']]}
    />
  )
}
