import type { User } from '@longreach/contract/users/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../api/error.ts'
import type { FormErrors } from '../../forms/form-errors.ts'
import { useRecount } from '../../tables/recount.ts'
import type { SelectedRows } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ErrorState } from '../../ui/state.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { chosenUsersQuery } from './queries.ts'
import { refusalLines } from './refusals.tsx'

interface Props {
  selected: SelectedRows
  /** `total` is the current number of selected users; the first ones are loaded. */
  children: (users: User[], total: number) => ReactNode
}

/** Loads the selected users for a window about them. */
export function ChosenUsers({ selected, children }: Props) {
  const { t } = useTranslation(['users', 'ui'])
  const { close } = useWindow()
  const { data, error, refetch } = useQuery(chosenUsersQuery(selected))
  if (data && data.users.length > 0) return children(data.users, data.total)
  return (
    <>
      <WindowBody>
        {error || data ? (
          <ErrorState
            title={t('failed')}
            message={error ? messageOf(error) : t('none.title')}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={() => void refetch()}
          />
        ) : (
          <Spinner size={22} />
        )}
      </WindowBody>
      <WindowActions>
        <Button onClick={close}>{t('ui:close')}</Button>
      </WindowActions>
    </>
  )
}

/** Called before users are changed; refreshes the data that the window shows about them. */
export function useUserRecount(selected: SelectedRows): () => Promise<void> {
  const client = useQueryClient()
  return useRecount(selected, async () => {
    const { total } = await client.fetchQuery({ ...chosenUsersQuery(selected), staleTime: 0 })
    return total
  })
}

export function refusalOfUsers(error: unknown, users: readonly User[]): FormErrors | null {
  if (!(error instanceof ApiError) || error.errors.length === 0) return null
  return { byField: {}, general: [...new Set(refusalLines(error.errors, users))] }
}
