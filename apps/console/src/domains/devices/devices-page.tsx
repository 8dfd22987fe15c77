import './texts.ts'
import { IconDownload, IconPlus, IconRefresh, IconRouter, IconSearchOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../api/error.ts'
import { live } from '../../api/live.ts'
import type { Search } from '../../api/search.ts'
import { ColumnsMenu } from '../../tables/columns-menu.tsx'
import { Grid } from '../../tables/grid.tsx'
import { ListFooter } from '../../tables/list-footer.tsx'
import classes from '../../tables/list-page.module.css'
import { SearchBox } from '../../tables/search-box.tsx'
import { useColumns } from '../../tables/use-columns.ts'
import { useRowPages } from '../../tables/use-row-pages.ts'
import { useSelection } from '../../tables/use-selection.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useCan } from '../account/session.ts'
import { ActionsMenu } from '../actions/actions-menu.tsx'
import { useStored } from '../storage/stored.ts'
import { AddFilter } from './add-filter.tsx'
import { PhoneRow } from './cells.tsx'
import { deviceColumns } from './columns.tsx'
import { exportDevices } from './export-devices.ts'
import { FilterChips } from './filter-chips.tsx'
import { type ListState, readListState, writeListState } from './list-state.ts'
import { openAddDevice } from './open-windows.tsx'
import { type DeviceRow, devicesSource, statisticsQuery } from './queries.ts'
import { StatusNews } from './status-news.tsx'
import { StatusTiles } from './status-tiles.tsx'

export { loadFirstRows } from './first-rows.ts'

// Nothing is chosen in the first picture.
const SelectionBar = lazy(() => import('./selection-bar.tsx').then((file) => ({ default: file.SelectionBar })))

/** `/management/devices`: the home page. All of its state stands in the address. */
export function DevicesPage() {
  const { t } = useTranslation('devices')
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const client = useQueryClient()
  const phone = usePhone()
  const can = {
    add: useCan('create_devices'),
    download: useCan('export_devices'),
  }
  const searchKey = JSON.stringify(search)
  const state = useMemo(() => readListState(JSON.parse(searchKey) as Search), [searchKey])
  const source = useMemo(() => devicesSource(state), [state])
  const pages = useRowPages<DeviceRow>(source)
  const selection = useSelection(useCallback((index) => pages.getRow(index)?.id, [pages.getRow]))
  const [stored, store] = useStored('table.devices')
  const definitions = useMemo(() => deviceColumns(t), [t])
  const columns = useColumns(definitions, stored, store)
  const { data: statistics } = useQuery(statisticsQuery('status'))

  const setState = (next: ListState) => {
    selection.clear()
    void navigate({ to: '/management/devices', search: writeListState(next), replace: true })
  }
  const open = useCallback(
    (row: DeviceRow) => void navigate({ to: '/devices/$id/activity', params: { id: String(row.id) } }),
    [navigate],
  )
  const refresh = () => {
    pages.retry()
    void client.invalidateQueries({ queryKey: ['devices', 'statistics'] })
  }

  const stopWatching = useRef(() => {})
  const onScreen = useRef<readonly DeviceRow[]>([])
  const watch = useCallback((rows: readonly DeviceRow[]) => {
    onScreen.current = rows
    const before = stopWatching.current
    stopWatching.current = live.watchDevices(rows.map((row) => row.id))
    before()
  }, [])
  useEffect(() => () => stopWatching.current(), [])

  const filtered = state.q !== '' || state.filters.length > 0
  const phoneRow = useMemo(() => (phone ? (row: DeviceRow) => <PhoneRow row={row} /> : null), [phone])
  const addButton = (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={openAddDevice}>
      {t('add')}
    </Button>
  )

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{t('title')}</h1>
        {can.add ? addButton : null}
      </div>
      <StatusTiles state={state} onChange={setState} counts={statistics?.status} />
      <section className={classes.card} aria-label={t('title')}>
        <div className={classes.tools}>
          <SearchBox label={t('search')} value={state.q} onChange={(q) => setState({ ...state, q })} />
          <AddFilter state={state} onChange={setState} compact={phone} />
          <span className={classes.gap} />
          <IconButton size="small" label={t('refresh')} onClick={refresh} disabled={pages.changing}>
            <IconRefresh size={18} stroke={1.6} className={pages.refreshing ? classes.turning : undefined} />
          </IconButton>
          <ActionsMenu />
          {phone ? null : (
            <>
              <ColumnsMenu columns={columns} />
              {can.download ? (
                <Button
                  size="small"
                  icon={<IconDownload size={17} stroke={1.6} />}
                  onClick={() => exportDevices(state)}
                >
                  {t('csv')}
                </Button>
              ) : null}
            </>
          )}
        </div>
        <FilterChips state={state} onChange={setState} />
        {pages.error ? (
          <div className={classes.instead}>
            <ErrorState
              title={t(pages.error instanceof ApiError && pages.error.status === 403 ? 'forbidden' : 'failed')}
              message={messageOf(pages.error)}
              requestId={pages.error instanceof ApiError ? pages.error.requestId : null}
              onRetry={pages.retry}
            />
          </div>
        ) : pages.total === 0 ? (
          <div className={classes.instead}>
            {filtered ? (
              <EmptyState
                icon={<IconSearchOff size={22} stroke={1.6} />}
                title={t('none.filtered')}
                text={t('none.filteredText')}
                action={<Button onClick={() => setState({ ...state, q: '', filters: [] })}>{t('none.clear')}</Button>}
              />
            ) : (
              <EmptyState
                icon={<IconRouter size={22} stroke={1.6} />}
                title={t('none.title')}
                text={t(can.add ? 'none.text' : 'none.textView')}
                action={can.add ? addButton : undefined}
              />
            )}
          </div>
        ) : (
          <Grid
            label={t('title')}
            columns={columns}
            pages={pages}
            selection={selection}
            sort={state.sort}
            onSort={(sort) => setState({ ...state, sort })}
            onOpen={open}
            nameOf={(row) => row.name}
            phoneRow={phoneRow}
            onVisible={watch}
          />
        )}
        <ListFooter pages={pages} countText={(count, formatted) => t('total', { count, formatted })} compact={phone} />
        {selection.ids.size > 0 && !phone ? (
          <Suspense fallback={null}>
            <SelectionBar state={state} pages={pages} selection={selection} />
          </Suspense>
        ) : null}
      </section>
      <StatusNews rowOf={(id) => onScreen.current.find((row) => row.id === id)} />
    </div>
  )
}
