import './texts.ts'
import type { DashboardDetails } from '@longreach/contract/dashboards/schemas'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { failureOf, isMissing } from '../../api/error.ts'
import { Logo } from '../../brand/logo.tsx'
import { useTouched } from '../../shell/use-touched.ts'
import { formatApiTime, formatDate } from '../../ui/format.ts'
import { IconAlertTriangle } from '../../ui/icons.ts'
import { lazy } from '../../ui/lazy.ts'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { Column } from './board.tsx'
import { type BoardData, useBoardData } from './board-data.ts'
import classes from './phone-page.module.css'
import { dashboardQuery } from './queries.ts'

const TipHost = lazy(() => import('../../ui/tip-host.tsx').then((file) => ({ default: file.TipHost })))
const WindowHost = lazy(() => import('../../windows/host.tsx').then((file) => ({ default: file.WindowHost })))

/** `/device/{id}/dashboard/{dashboard_id}`: a dashboard on its own, in one column. */
export function PhonePage() {
  const { t } = useTranslation('dashboards')
  const touched = useTouched()
  const { id: device, dashboard_id: dashboard } = useParams({ strict: false })
  const params = { id: Number(device), dashboard_id: Number(dashboard) }
  const known = params.id > 0 && params.dashboard_id > 0
  const { data, error, refetch } = useQuery({ ...dashboardQuery(params), enabled: known, refetchInterval: 60_000 })
  return (
    <>
      <main className={classes.page}>
        {!known || isMissing(error) ? (
          <EmptyState
            alone
            icon={<IconAlertTriangle size={22} stroke={1.6} />}
            title={t('missing.title')}
            text={t('missing.text')}
          />
        ) : error && !data ? (
          <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void refetch()} />
        ) : data ? (
          <Shown dashboard={data} />
        ) : null}
      </main>
      <Suspense fallback={null}>
        <WindowHost />
      </Suspense>
      {createPortal(<Suspense fallback={null}>{touched ? <TipHost /> : null}</Suspense>, document.body)}
    </>
  )
}

const statuses = ['offline', 'online', 'pending'] as const

function Shown({ dashboard }: { dashboard: DashboardDetails }) {
  const { t } = useTranslation('dashboards')
  const { id, device_id, name, version, layout, widgets } = dashboard
  const data = useBoardData({ id: device_id, dashboard_id: id }, version, widgets)
  const { device } = data.values ?? {}
  const status = statuses[device?.status ?? -1] ?? 'none'
  useEffect(() => {
    if (device) document.title = `${name} · ${device.name}`
  }, [device, name])
  return (
    <>
      <header className={classes.head}>
        <Logo size={32} small />
        <div>
          <h1>{device?.name ?? name}</h1>
          <p>{device ? `${name} · ${device.company_name}` : ''}</p>
        </div>
        {device ? (
          <p className={classes.status} data-status={status}>
            <strong>{t(`status.${status}`)}</strong>
            <span>{device.updated_at ? formatApiTime(device.updated_at).slice(11) : ''}</span>
          </p>
        ) : null}
      </header>
      <Lost data={data} />
      <div className={classes.column}>
        <Column items={layout.items} widgets={widgets} data={data} />
      </div>
    </>
  )
}

/** Shows since when the server has not answered. */
function Lost({ data: { lostSince } }: { data: BoardData }) {
  const { t } = useTranslation('dashboards')
  return (
    <div role="status">
      {lostSince === null ? null : (
        <p className={classes.lost}>
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
          {t('lost', { time: formatDate(new Date(lostSince)).slice(11, 16) })}
        </p>
      )}
    </div>
  )
}
