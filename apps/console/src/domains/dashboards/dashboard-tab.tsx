import './texts.ts'
import type { DashboardDetails } from '@longreach/contract/dashboards/schemas'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, isMissing } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { lazy } from '../../ui/lazy.ts'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { Board, Column } from './board.tsx'
import { useBoardData } from './board-data.ts'
import { BoardTools } from './board-tools.tsx'
import { FirstDashboard } from './first-dashboard.tsx'
import { dashboardQuery } from './queries.ts'

const EditedDashboard = lazy(() => import('./edited-dashboard.tsx').then((file) => ({ default: file.EditedDashboard })))

/** `/devices/{id}/dashboards`, and `/devices/{id}/dashboards/{dashboard_id}`. */
export function DashboardTab() {
  return useParams({ strict: false }).dashboard_id === undefined ? <FirstDashboard /> : <OneDashboard />
}

function OneDashboard() {
  const { t } = useTranslation('dashboards')
  const navigate = useNavigate()
  const { id: device, dashboard_id: dashboard } = useParams({ strict: false })
  const params = { id: Number(device), dashboard_id: Number(dashboard) }
  const known = params.id > 0 && Number.isInteger(params.dashboard_id) && params.dashboard_id > 0
  const { data, error, refetch } = useQuery({ ...dashboardQuery(params), enabled: known })
  if (!known || isMissing(error))
    return (
      <EmptyState
        icon={<IconLayoutDashboard size={22} stroke={1.6} />}
        title={t('missing.title')}
        text={t('missing.text')}
        action={
          <Button onClick={() => void navigate({ to: '/devices/$id/dashboards', params: { id: String(params.id) } })}>
            {t('missing.back')}
          </Button>
        }
      />
    )
  if (error && !data) return <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  return data ? <Shown key={data.id} dashboard={data} /> : null
}

function Shown({ dashboard }: { dashboard: DashboardDetails }) {
  const [editing, setEditing] = useState(false)
  const phone = usePhone()
  const mayEdit = useCan('update_device_dashboard')
  if (editing && !phone)
    return (
      <Suspense fallback={null}>
        <EditedDashboard dashboard={dashboard} onDone={() => setEditing(false)} />
      </Suspense>
    )
  return <Viewed dashboard={dashboard} onEdit={mayEdit && !phone ? () => setEditing(true) : null} />
}

interface ViewedProps {
  dashboard: DashboardDetails
  /** Null if the user may not edit, or if the screen is too small. */
  onEdit: (() => void) | null
}

function Viewed({ dashboard, onEdit }: ViewedProps) {
  const { t } = useTranslation('dashboards')
  const phone = usePhone()
  const { id, device_id, version, layout, widgets } = dashboard
  const data = useBoardData({ id: device_id, dashboard_id: id }, version, widgets)
  const Arranged = phone ? Column : Board
  return (
    <>
      <BoardTools dashboard={dashboard} onEdit={onEdit} />
      {widgets.length === 0 ? (
        <EmptyState
          icon={<IconLayoutDashboard size={22} stroke={1.6} />}
          title={t('empty.title')}
          text={t(onEdit ? 'empty.text' : 'empty.readOnly')}
          action={
            onEdit ? (
              <Button look="primary" onClick={onEdit}>
                {t('edit')}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <Arranged items={layout.items} widgets={widgets} data={data} />
      )}
    </>
  )
}
