import './texts.ts'
import { assignMonitoringTemplate, unassignMonitoringTemplate } from '@longreach/contract/monitoring/template-endpoints'
import type { MonitoringTemplate } from '@longreach/contract/monitoring/template-schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-form.tsx'
import classes from './monitoring.module.css'
import { PeriodField } from './period-field.tsx'
import { templateChoicesQuery } from './queries.ts'
import { sizeOf } from './size.ts'

/** Assigns a template to devices, with the interval of its measurements. */
export function AssignWindow({ selected }: { selected: SelectedRows }) {
  const { data: templates } = useQuery(templateChoicesQuery)
  if (!templates)
    return (
      <div className={classes.wait}>
        <Spinner size={22} />
      </div>
    )
  return <AssignForm selected={selected} templates={templates} />
}

function AssignForm({ selected, templates }: { selected: SelectedRows; templates: readonly MonitoringTemplate[] }) {
  const { t } = useTranslation('monitoring')
  const { close } = useWindow()
  const client = useQueryClient()
  const own = templates.filter(({ type }) => type === 'user')
  const [id, setId] = useState<number | null>((own[0] ?? templates[0])?.id ?? null)
  const template = templates.find((one) => one.id === id) ?? null
  const [period, setPeriod] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const seconds = period ?? template?.period ?? 300

  const run = async (assigning: boolean) => {
    if (!template) return
    setBusy(true)
    setError(null)
    const rows = rowsOf('device_id', selected)
    const values = { template: template.config.name }
    try {
      if (assigning || template.type === 'system') {
        const body = { ...rows, period: seconds, enabled: assigning }
        const { data } = await call(assignMonitoringTemplate, { params: { id: template.id }, body })
        toast(t('assign.done', { ...values, count: data.devices }), 'success')
      } else {
        const { data } = await call(unassignMonitoringTemplate, { params: { id: template.id }, body: rows })
        toast(t('assign.taken', { ...values, count: data.devices }), 'success')
      }
      for (const key of ['monitoring', 'monitoring-templates', 'devices'])
        void client.invalidateQueries({ queryKey: [key] })
      close()
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }
  const size = template && sizeOf(template, seconds)
  return (
    <WindowForm
      onSubmit={() => void run(true)}
      submit={t('assign.submit')}
      busy={busy}
      disabled={!template}
      errors={error === null ? [] : [error]}
      cancel={
        <Button disabled={!template || busy} onClick={() => void run(false)}>
          {t('assign.take')}
        </Button>
      }
    >
      <Select
        label={t('assign.template')}
        searchable
        required
        value={id === null ? null : String(id)}
        options={[...own, ...templates.filter(({ type }) => type === 'system')].map((one) => ({
          value: String(one.id),
          label: one.config.name,
        }))}
        emptyText={t('assign.none')}
        onChange={(value) => {
          setId(Number(value))
          setPeriod(null)
        }}
      />
      <PeriodField label={t('assign.period')} value={seconds} onChange={setPeriod} />
      {size ? (
        <p className={classes.note}>{t('assign.cost', { up: formatBytes(size.up), down: formatBytes(size.down) })}</p>
      ) : null}
    </WindowForm>
  )
}
