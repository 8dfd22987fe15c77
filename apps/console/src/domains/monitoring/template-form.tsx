import './texts.ts'
import type { ItemField } from '@longreach/contract/forms/fields'
import { estimateSize } from '@longreach/contract/monitoring/data-size'
import { templateLimits, templatePeriod, templateRetention } from '@longreach/contract/monitoring/template-constants'
import { createMonitoringTemplate, updateMonitoringTemplate } from '@longreach/contract/monitoring/template-endpoints'
import type { MonitoringTemplate } from '@longreach/contract/monitoring/template-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import fieldClasses from '../../ui/field.module.css'
import { Field, TextField } from '../../ui/field.tsx'
import { formatBytes } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { CompanyControl } from '../companies/public/company-control.tsx'
import { type DraftEntry, dataOf, draftOf, newEntry } from './draft.ts'
import { EntriesEditor } from './entries-editor.tsx'
import classes from './monitoring.module.css'
import { PeriodField } from './period-field.tsx'
import { TestPanel } from './try-panel.tsx'

const companyField: ItemField = {
  key: 'company_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'company',
  label: 'monitoring:form.company',
  required: true,
}

/** Errors by field, and by place in the paths, `data.0.variables.1.ref`. */
export type FormErrors = Readonly<Record<string, string>>

export function TemplateForm({ template }: { template: MonitoringTemplate | null }) {
  const { t } = useTranslation('monitoring')
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useUser()
  const [company, setCompany] = useState<number | null>(template?.company_id ?? user.company_id)
  const [fields, setFields] = useState({
    name: template?.config.name ?? '',
    description: template?.config.description ?? '',
    period: template?.period ?? templatePeriod.default,
    retention: Number(template?.config.retention ?? templateRetention.default),
    enabled: template?.enabled ?? true,
  })
  const [entries, setEntries] = useState<DraftEntry[]>(template ? draftOf(template.config.data) : [newEntry()])
  const [errors, setErrors] = useState<FormErrors>({})
  const [busy, setBusy] = useState(false)

  const refuse = (error: unknown) => {
    const found = error instanceof ApiError ? error.errors : []
    const placed = found.filter(
      ({ source }) => source && (source in fields || source.startsWith('data.') || source === 'company_id'),
    )
    setErrors(
      placed.length > 0
        ? Object.fromEntries(placed.map(({ source, message }) => [source ?? '', message]))
        : { form: messageOf(error) },
    )
  }
  /** The paths for the request; undefined if a line is incomplete. */
  const read = () => {
    const found = dataOf(entries)
    if ('data' in found) return found.data
    setErrors({ [found.error.place]: t('form.line', { number: found.error.line }) })
    return undefined
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const data = read()
    if (!data) return
    setBusy(true)
    setErrors({})
    const body = { ...fields, name: fields.name.trim(), data }
    const values = { name: body.name }
    try {
      if (template) await call(updateMonitoringTemplate, { params: { id: template.id }, body })
      else await call(createMonitoringTemplate, { body: { ...body, api_version: '', company_id: company ?? 0 } })
      toast(t(template ? 'form.saved' : 'form.created', values), 'success')
      for (const key of ['monitoring', 'monitoring-templates']) void client.invalidateQueries({ queryKey: [key] })
      await navigate({ to: '/monitoring-templates' })
    } catch (error) {
      refuse(error)
      setBusy(false)
    }
  }
  const set = (part: Partial<typeof fields>) => setFields({ ...fields, ...part })
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
      {errors.form || errors.data ? (
        <p className={classes.problem} role="alert">
          {errors.form ?? errors.data}
        </p>
      ) : null}
      <section className={classes.card} aria-label={t('form.general')}>
        <div className={classes.two}>
          <TextField
            label={t('form.name')}
            required
            maxLength={templateLimits.name}
            value={fields.name}
            error={errors.name}
            onChange={({ target }) => set({ name: target.value })}
          />
          {template ? null : (
            <CompanyControl
              field={companyField}
              value={company}
              values={{}}
              error={errors.company_id}
              onChange={(value) => setCompany(value as number)}
            />
          )}
        </div>
        <TextField
          label={t('form.description')}
          maxLength={templateLimits.description}
          value={fields.description}
          error={errors.description}
          onChange={({ target }) => set({ description: target.value })}
        />
        <div className={classes.two}>
          <PeriodField
            label={t('form.period')}
            value={fields.period}
            error={errors.period}
            onChange={(period) => set({ period })}
          />
          <Field label={t('form.retention')} error={errors.retention}>
            {(wiring) => (
              <select
                {...wiring}
                className={fieldClasses.input}
                value={fields.retention}
                onChange={({ target }) => set({ retention: Number(target.value) })}
              >
                {templateRetention.choices.map((count) => (
                  <option key={count} value={count}>
                    {t('days', { count })}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Checkbox
          showLabel
          label={t('form.enabled')}
          checked={fields.enabled}
          onChange={() => set({ enabled: !fields.enabled })}
        />
      </section>
      <EntriesEditor entries={entries} onChange={setEntries} errors={errors} />
      <Sum entries={entries} period={fields.period} />
      <TestPanel data={read} onError={refuse} />
      <div className={classes.actions}>
        <Button look="primary" type="submit" busy={busy}>
          {t(template ? 'form.save' : 'form.create')}
        </Button>
        <Button onClick={() => void navigate({ to: '/monitoring-templates' })}>{t('form.back')}</Button>
      </div>
    </form>
  )
}

function Sum({ entries, period }: { entries: readonly DraftEntry[]; period: number }) {
  const { t } = useTranslation('monitoring')
  const variables = entries.flatMap((entry) => entry.variables)
  const { up, down } = estimateSize({
    names: variables.map(({ id }) => id),
    types: variables.map(({ type }) => type),
    period,
    metered: false,
  })
  return (
    <p className={classes.note}>
      {t('form.sum', {
        count: variables.length,
        limit: templateLimits.variables,
        up: formatBytes(up),
        down: formatBytes(down),
      })}
    </p>
  )
}
