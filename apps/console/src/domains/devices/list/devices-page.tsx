import '../texts.ts'
import { IconPlus, IconRouter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useDeferredValue, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useContextQuery } from '../../../api/context.ts'
import { useCan, useUser } from '../../../api/session.ts'
import { loadPlace } from '../../../registry/place.tsx'
import { type BulkProps, TablePage } from '../../../tables/table-page.tsx'
import { Toolbar } from '../../../tables/toolbar.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazy, loadLazy } from '../../../ui/lazy.ts'
import { Skeleton } from '../../../ui/state.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import type { CompanyTab } from '../../companies/public/use-company-tab.tsx'
import { openAddDevice } from '../open-windows.tsx'
import { type DeviceRow, statisticsQuery } from '../queries.ts'
import { deviceTable } from './devices-list.tsx'
import classes from './devices-page.module.css'
import { StatusTiles } from './status-tiles.tsx'
import { useWatch } from './use-watch.ts'
import { ViewSwitch } from './view-switch.tsx'

export { loadFirstRows } from './first-rows.ts'

// Lazy: nothing is selected on the first screen.
// Loaded together with the actions of other domains, so that no button moves when those arrive.
const Actions = lazy(async () => {
  const [file] = await Promise.all([
    import('./selection-actions.tsx'),
    loadPlace('devices.bulk'),
    loadPlace('devices.bulkMore'),
  ])
  return { default: file.SelectionActions }
})

// Lazy: news follow the first rows.
const StatusNews = lazy(() => import('./status-news.tsx').then((file) => ({ default: file.StatusNews })))

const AttentionStrip = lazy(() => import('./attention-strip.tsx').then((file) => ({ default: file.AttentionStrip })))

/** Placeholder with the height of the strip, so that the list does not jump when the strip arrives. */
const StripWaiting = () => <Skeleton width="100%" height={usePhone() ? 46 : 74} />

interface Props {
  /** The company whose page shows the list. */
  company?: CompanyTab
}

/** `/management/devices`: the home page. */
export function DevicesPage({ company }: Props) {
  const { t } = useTranslation('devices')
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useUser()
  const can = { add: useCan('create_devices'), download: useCan('export_devices') }
  const one = company !== undefined
  const context = useContextQuery()
  const { data: statistics } = useQuery(statisticsQuery('overview', company?.limits ?? context))
  // Drawn after the page, like the rows.
  const started = useDeferredValue(true, false)
  const watch = useWatch()
  const onScreen = useRef<readonly DeviceRow[]>([])
  const add = can.add ? (
    <Button
      look="primary"
      size={one ? 'small' : 'medium'}
      icon={<IconPlus size={17} stroke={1.8} />}
      onClick={() => openAddDevice(company?.id)}
    >
      {t('add')}
    </Button>
  ) : null
  return (
    <>
      <TablePage
        table={deviceTable}
        narrow={company?.limits}
        title={t('title')}
        searchLabel={t('search')}
        downloads={can.download}
        onOpen={useCallback(
          (row: DeviceRow) => void navigate({ to: '/devices/$id/activity', params: { id: String(row.id) } }),
          [navigate],
        )}
        onKey={useCallback(
          (key: string, row: DeviceRow) =>
            void loadLazy(() => import('../../../registry/row-keys.ts')).then(({ pressRowKey }) =>
              pressRowKey('devices', key, row, user, client),
            ),
          [client, user],
        )}
        onVisible={(rows) => {
          onScreen.current = rows
          watch(rows)
        }}
        onRefresh={() => void client.invalidateQueries({ queryKey: ['devices', 'statistics'] })}
        countText={(count, formatted) => t('total', { count, formatted })}
        action={
          one ? (
            add
          ) : (
            <>
              <ViewSwitch />
              {add}
            </>
          )
        }
        above={(state, change) => (
          <Toolbar label={t('counts')} className={classes.counts}>
            {one ? null : <StatusTiles state={state} onChange={change} counts={statistics?.counts.status} />}
            <Suspense fallback={<StripWaiting />}>
              {statistics && started ? (
                <AttentionStrip state={state} onChange={change} counts={statistics.counts} agent={statistics.agent} />
              ) : (
                <StripWaiting />
              )}
            </Suspense>
          </Toolbar>
        )}
        tools={company?.tools}
        bulk={drawActions}
        empty={{
          icon: <IconRouter size={22} stroke={1.6} />,
          title: t('none.title'),
          text: t(can.add ? 'none.text' : 'none.textView'),
          action: add,
        }}
        failed={t('failed')}
        texts={{ noMatch: t('none.filtered') }}
      />
      <Suspense fallback={null}>
        <StatusNews rowOf={(id) => onScreen.current.find((row) => row.id === id)} />
      </Suspense>
    </>
  )
}

// The bar waits until this has loaded.
const drawActions = (bulk: BulkProps) => <Actions {...bulk} />
