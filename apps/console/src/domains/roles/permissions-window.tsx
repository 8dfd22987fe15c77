import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ErrorState } from '../../ui/state.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { PermissionList } from './public/permission-list.tsx'
import { rolePermissionsQuery } from './queries.ts'

export function PermissionsWindow({ id }: { id: number }) {
  const { t } = useTranslation(['roles', 'ui'])
  const { close } = useWindow()
  const { data, error, refetch } = useQuery(rolePermissionsQuery(id))
  return (
    <>
      <WindowBody>
        {error ? (
          <ErrorState
            title={t('permissionsFailed')}
            message={messageOf(error)}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={() => void refetch()}
          />
        ) : data ? (
          <PermissionList
            permissions={data.filter(({ description }) => description !== null)}
            chosen={new Set(data.map((one) => one.id))}
            allowed={() => true}
          />
        ) : (
          <Spinner size={22} />
        )}
      </WindowBody>
      <WindowActions>
        <Button look="primary" onClick={close}>
          {t('ui:close')}
        </Button>
      </WindowActions>
    </>
  )
}
