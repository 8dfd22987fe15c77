import '../texts.ts'
import type { ConfigCall } from '@longreach/contract/configs/calls'
import { createConfigTemplate, updateConfigTemplate } from '@longreach/contract/configs/endpoints'
import type { ConfigTemplate } from '@longreach/contract/configs/schemas'
import type { ItemField } from '@longreach/contract/forms/fields'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { ApiError, messageOf } from '../../../api/error.ts'
import { useUser } from '../../../api/session.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.ts'
import { useWindow } from '../../../windows/use-window.ts'
import { WindowForm } from '../../../windows/window-form.tsx'
import { CompanyControl } from '../../companies/public/company-control.tsx'
import { CallsEditor, type EditErrors, type Editing, readEditing } from '../documents/calls-editor.tsx'
import { templateQuery } from '../queries.ts'
import { newRow, rowsOfCalls } from '../setting-rows.ts'
import classes from './window.module.css'

const companyField: ItemField = {
  key: 'company_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'company',
  label: 'configs:template.company',
  required: true,
}

interface Props {
  /** Null if they are edited in the window. */
  calls: ConfigCall[] | null
  /** Null for a new template. */
  template: ConfigTemplate | null
}

/** A template or a saved configuration: its name and its settings. */
export function TemplateWindow({ calls, template }: Props) {
  const { data } = useQuery(templateQuery(template?.id ?? null))
  if (template && !data)
    return (
      <div className={classes.wait}>
        <Spinner size={22} />
      </div>
    )
  return <TemplateForm calls={calls} template={template} stored={data?.template ?? null} />
}

function TemplateForm({ calls, template, stored }: Props & { stored: ConfigCall[] | null }) {
  const { t } = useTranslation('configs')
  const { close } = useWindow()
  const client = useQueryClient()
  const user = useUser()
  const [company, setCompany] = useState<number | null>(template?.company_id ?? user.company_id)
  const [kind, setKind] = useState(template?.kind ?? (calls ? 'saved' : 'template'))
  const [fields, setFields] = useState({
    name: template?.name ?? '',
    version: template?.version ?? '1.0.0',
    min_firmware: template?.min_firmware ?? '',
    max_firmware: template?.max_firmware ?? '',
  })
  const [shared, setShared] = useState(template?.shared ?? false)
  const [editing, setEditing] = useState<Editing>({
    look: 'rows',
    rows: stored ? rowsOfCalls(stored) : [newRow()],
    json: '',
  })
  const [errors, setErrors] = useState<EditErrors>({})
  const [busy, setBusy] = useState(false)

  const save = async () => {
    const read = calls ? { calls } : readEditing(editing)
    if (fields.name.trim() === '') return setErrors({ ...read.errors, name: t('required') })
    if (!read.calls) return setErrors(read.errors)
    setBusy(true)
    setErrors({})
    const values = {
      name: fields.name.trim(),
      version: kind === 'template' ? fields.version.trim() : null,
      min_firmware: fields.min_firmware.trim() || null,
      max_firmware: fields.max_firmware.trim() || null,
      shared,
      template: read.calls,
    }
    try {
      if (template) await call(updateConfigTemplate, { params: { id: template.id }, body: values })
      else await call(createConfigTemplate, { body: { ...values, kind, company_id: company ?? 0 } })
      toast(t(template ? 'template.saved' : 'template.created', { name: values.name }), 'success')
      void client.invalidateQueries({ queryKey: ['configs'] })
      void client.invalidateQueries({ queryKey: ['config-templates'] })
      close()
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : []
      const known = found.filter(({ source }) => source != null && source in { ...fields, company_id: 0 })
      setErrors(
        known.length > 0
          ? Object.fromEntries(known.map(({ source, message }) => [source ?? '', message]))
          : { form: messageOf(error) },
      )
      setBusy(false)
    }
  }
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [name]: target.value }),
  })
  return (
    <WindowForm
      onSubmit={() => void save()}
      submit={t(template ? 'template.submitEdit' : 'template.submit')}
      busy={busy}
      errors={errors.form === undefined ? [] : [errors.form]}
    >
      {template ? null : (
        <Segmented
          label={t('template.kind')}
          value={kind}
          options={[
            { value: 'template', label: t('template.template') },
            { value: 'saved', label: t('template.savedKind') },
          ]}
          onChange={setKind}
        />
      )}
      <div className={classes.two} data-one={kind === 'saved' || undefined}>
        <TextField label={t('template.name')} required maxLength={100} {...field('name')} />
        {kind === 'template' ? (
          <TextField label={t('template.version')} required hint={t('template.versionHint')} {...field('version')} />
        ) : null}
      </div>
      {template ? null : (
        <CompanyControl
          field={companyField}
          value={company}
          values={{}}
          error={errors.company_id}
          onChange={(value) => setCompany(value as number)}
        />
      )}
      <div className={classes.two}>
        <TextField label={t('template.minFirmware')} placeholder="RUTX_R_00.07.06" mono {...field('min_firmware')} />
        <TextField label={t('template.maxFirmware')} placeholder="RUTX_R_00.07.15" mono {...field('max_firmware')} />
      </div>
      <Checkbox showLabel label={t('template.shared')} checked={shared} onChange={() => setShared(!shared)} />
      {calls ? (
        <p className={classes.count}>{t('template.calls', { count: calls.length })}</p>
      ) : (
        <CallsEditor editing={editing} onChange={setEditing} errors={errors} known={null} />
      )}
    </WindowForm>
  )
}
