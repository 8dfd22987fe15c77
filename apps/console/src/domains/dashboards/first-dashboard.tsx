import './texts.ts'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { openNewDashboard } from './open-windows.tsx'
import { dashboardsQuery } from './queries.ts'

/** `/devices/{id}/dashboards`: the default dashboard of the device. */
export function FirstDashboard() {
  const { t } = useTranslation('dashboards')
  const id = Number(useParams({ strict: false }).id)
  const { data, error, refetch } = useQuery(dashboardsQuery(id))
  const mayCreate = useCan('create_device_dashboard')
  if (error && !data) return <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (!data) return null
  const [first] = data
  if (first)
    return (
      <Navigate
        to="/devices/$id/dashboards/$dashboard_id"
        params={{ id: String(id), dashboard_id: String(first.id) }}
        replace
      />
    )
  return (
    <EmptyState
      icon={<IconLayoutDashboard size={22} stroke={1.6} />}
      title={t('none.title')}
      text={t(mayCreate ? 'none.text' : 'none.readOnly')}
      action={
        mayCreate ? (
          <Button look="primary" onClick={() => openNewDashboard(id)}>
            {t('new')}
          </Button>
        ) : undefined
      }
    />
  )
}
