import './texts.ts'
import { assignMonitoringTemplate, unassignMonitoringTemplate } from '@longreach/contract/monitoring/template-endpoints'
import type { AssignedTemplate } from '@longreach/contract/monitoring/template-schemas'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { failureOf, messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { formatBytes, formatDuration } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ErrorState, Skeleton, useDelayed } from '../../ui/state.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { deviceQuery } from '../devices/public/device-query.ts'
import { DeviceValues } from './device-values.tsx'
import classes from './monitoring.module.css'
import { openAssign } from './open-windows.tsx'
import { PeriodField } from './period-field.tsx'
import { assignedQuery } from './queries.ts'
import { TemplateLogs } from './template-logs.tsx'

/** `/devices/{id}/monitoring`: measurements of a device, their interval, and their data usage. */
export function MonitoringTab() {
  const id = Number(useParams({ strict: false }).id)
  const { data: device } = useQuery(deviceQuery(id))
  return device ? <DeviceMonitoring key={id} id={id} name={device.name} metered={device.metered_connection} /> : null
}

function DeviceMonitoring({ id, name, metered }: { id: number; name: string; metered: boolean }) {
  const { t } = useTranslation('monitoring')
  const { data, error, refetch } = useQuery(assignedQuery(id))
  const mayEdit = useCan('update_monitoring')
  if (error && !data)
    return <ErrorState title={t('device.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const sum = data.reduce((total, { up, down }) => ({ up: total.up + up, down: total.down + down }), { up: 0, down: 0 })
  return (
    <div className={classes.tab}>
      <section className={classes.card} aria-label={t('device.measured')}>
        <header className={classes.title}>
          <h2>{t('device.measured')}</h2>
          {mayEdit ? (
            <Button size="small" icon={<IconPlus size={16} stroke={1.8} />} onClick={() => openAssign(only(id, name))}>
              {t('device.add')}
            </Button>
          ) : null}
        </header>
        <ul className={classes.assigned}>
          {data.map((row) => (
            <AssignedRow key={row.config_id} row={row} mayEdit={mayEdit} />
          ))}
        </ul>
        <p className={classes.note}>
          {t('device.sum', { up: formatBytes(sum.up), down: formatBytes(sum.down) })}
          {metered ? ` · ${t('device.metered')}` : ''}
        </p>
      </section>
      <DeviceValues id={id} assigned={data} />
      <TemplateLogs id={id} />
    </div>
  )
}

function Waiting() {
  return useDelayed() ? <Skeleton width="100%" height={320} /> : null
}

function AssignedRow({ row, mayEdit }: { row: AssignedTemplate; mayEdit: boolean }) {
  const { t } = useTranslation('monitoring')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { config_id, config_name: name, config_type: type, device_id, enabled, period, editable, compat_notice } = row
  // A template of a parent company is read-only.
  const own = type === 'system' || editable
  const may = mayEdit && own && !busy
  const send = async (work: () => Promise<unknown>, said: string) => {
    setBusy(true)
    try {
      await work()
      toast(said, 'success')
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    await client.invalidateQueries({ queryKey: ['monitoring', 'assigned', device_id] })
    setBusy(false)
  }
  const set = (part: { enabled?: boolean; period?: number }) =>
    void send(
      () =>
        call(assignMonitoringTemplate, {
          params: { id: config_id },
          body: { device_id: [device_id], period, enabled, ...part },
        }),
      t('device.saved', { name }),
    )
  const take = () =>
    void send(
      () => call(unassignMonitoringTemplate, { params: { id: config_id }, body: { device_id: [device_id] } }),
      t('assign.taken', { template: name, count: 1 }),
    )
  return (
    <li className={classes.assignedRow}>
      <div className={classes.which}>
        {may ? (
          <Switch label={name} checked={enabled} onChange={(checked) => set({ enabled: checked })} />
        ) : (
          <strong>{name}</strong>
        )}
        <small>
          {t('parameters', { count: row.fields_count })}
          {own ? '' : ` · ${t('device.foreign')}`}
        </small>
        {compat_notice === null ? null : (
          <small className={classes.notice} role="note">
            {compat_notice}
          </small>
        )}
      </div>
      <div className={classes.periodCell}>
        {may ? (
          <PeriodField
            bare
            label={t('device.period', { name })}
            value={period}
            onChange={(seconds) => set({ period: seconds })}
          />
        ) : (
          <span>{enabled ? formatDuration(period) : t('off')}</span>
        )}
      </div>
      <small className={classes.cost}>
        {t('device.cost', { up: formatBytes(row.up), down: formatBytes(row.down) })}
      </small>
      <div className={classes.take}>
        {may && type === 'user' ? (
          <IconButton size="small" label={t('device.remove', { name })} onClick={take}>
            <IconTrash size={16} stroke={1.6} />
          </IconButton>
        ) : null}
      </div>
    </li>
  )
}
