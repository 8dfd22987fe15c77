import './texts.ts'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, isMissing } from '../api/error.ts'
import { Spinner } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/state.tsx'
import { WindowBody } from '../windows/window-parts.tsx'

interface Props<Data, Key extends QueryKey> {
  query: UseQueryOptions<Data, Error, Data, Key>
  children: (data: Data) => ReactNode
}

/** Loads the object of a form's page, then shows the form. */
export function Loaded<Data, Key extends QueryKey>({ query, children }: Props<Data, Key>) {
  const { t } = useTranslation('forms')
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (isMissing(error)) return <Navigate to="/404" replace />
  return (
    <WindowBody>
      {error ? (
        <ErrorState title={t('page.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Spinner size={22} />
      )}
    </WindowBody>
  )
}
