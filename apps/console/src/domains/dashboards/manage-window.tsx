import {
  createDashboard,
  deleteDashboard,
  getDashboard,
  updateDashboard,
} from '@longreach/contract/dashboards/endpoints'
import type { Dashboard, DashboardDetails } from '@longreach/contract/dashboards/schemas'
import { IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { failureOf, messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.ts'
import { undoable } from '../../ui/toast-button.tsx'
import { confirm } from '../../windows/confirm.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { openNewDashboard, openRename } from './open-windows.tsx'
import { dashboardsQuery, keyOf } from './queries.ts'
import classes from './windows.module.css'

/** The dashboards of a device: their names, and the default one. */
export function ManageWindow({ device }: { device: number }) {
  const { t } = useTranslation(['dashboards', 'ui'])
  const { close } = useWindow()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(dashboardsQuery(device))
  const may = {
    create: useCan('create_device_dashboard'),
    update: useCan('update_device_dashboard'),
    remove: useCan('delete_device_dashboard'),
  }
  const run = async (work: Promise<unknown>, message: string) => {
    try {
      await work
      toast(message, 'success')
    } catch (failure) {
      toast(messageOf(failure), 'error')
    }
    await client.invalidateQueries({ queryKey: keyOf(device) })
  }
  const makeDefault = ({ id, version, name }: Dashboard) => {
    const body = { version, is_default: true } as const
    const params = { id: device, dashboard_id: id }
    return run(call(updateDashboard, { params, body }), t('madeDefault', { name }))
  }
  const restore = ({ name, is_default, layout, widgets }: DashboardDetails) =>
    run(
      call(createDashboard, { params: { id: device }, body: { name, is_default, layout, widgets } }),
      t('restored', { name }),
    )
  const remove = async ({ id, name }: Dashboard) => {
    const sure = await confirm({
      title: t('deleteTitle', { name }),
      text: t('deleteText'),
      confirm: t('delete'),
      danger: true,
    })
    if (!sure) return
    const params = { id: device, dashboard_id: id }
    try {
      const { data: deleted } = await call(getDashboard, { params })
      await call(deleteDashboard, { params })
      if (may.create) undoable(t('deleted', { name }), () => void restore(deleted))
      else toast(t('deleted', { name }), 'success')
    } catch (failure) {
      toast(messageOf(failure), 'error')
    }
    await client.invalidateQueries({ queryKey: keyOf(device) })
    void navigate({ to: '/devices/$id/dashboards', params: { id: String(device) } })
  }
  return (
    <>
      <WindowBody>
        {error && !data ? (
          <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <EmptyState icon={<IconStar size={22} stroke={1.6} />} title={t('none.title')} text={t('none.text')} />
        ) : (
          <ul className={classes.list} aria-label={t('title')}>
            {data?.map((dashboard) => (
              <li key={dashboard.id}>
                <span>
                  <strong>{dashboard.name}</strong>
                  <small>
                    {t('widgets', { count: dashboard.widgets_count })}
                    {dashboard.is_default ? ` · ${t('isDefault')}` : ''}
                  </small>
                </span>
                {may.update && !dashboard.is_default ? (
                  <Button size="small" onClick={() => void makeDefault(dashboard)}>
                    {t('makeDefault')}
                  </Button>
                ) : null}
                {may.update ? (
                  <IconButton label={t('renameOf', { name: dashboard.name })} onClick={() => openRename(dashboard)}>
                    <IconPencil size={17} stroke={1.6} />
                  </IconButton>
                ) : null}
                {may.remove ? (
                  <IconButton label={`${t('delete')} ${dashboard.name}`} onClick={() => void remove(dashboard)}>
                    <IconTrash size={17} stroke={1.6} />
                  </IconButton>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </WindowBody>
      <WindowActions>
        {may.create ? <Button onClick={() => openNewDashboard(device)}>{t('new')}</Button> : null}
        <Button look="primary" onClick={close}>
          {t('ui:close')}
        </Button>
      </WindowActions>
    </>
  )
}
