import { type DeviceSeries, deviceSeries, imeiSeries } from '@longreach/contract/devices/constants'
import { createDevices } from '@longreach/contract/devices/endpoints'
import { newDeviceSchema } from '@longreach/contract/devices/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-parts.tsx'
import { useCompanyChoice } from '../companies/public/use-company-choice.ts'
import { type Picked, TagPicker } from '../tags/public/tag-picker.tsx'
import classes from './device-form.module.css'

interface Values {
  company_id: string
  device_series: DeviceSeries
  serial: string
  mac: string
  imei: string
  name: string
  password_confirmation: string
}

const empty: Values = {
  company_id: '',
  device_series: 'rut',
  serial: '',
  mac: '',
  imei: '',
  name: '',
  password_confirmation: '',
}

/** Adds a device by the data on its label and its current password; it is enrolled when it connects. */
export function AddByPassword({ company: given }: { company: string | null }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const { close } = useWindow()
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm<Values>({ defaultValues: empty, shouldUnregister: false })
  const { errors, isSubmitting } = form.formState
  const companies = useCompanyChoice(form.watch('company_id') || given)
  const company = companies.value
  const sees = useCan('view_tags')
  const mayTag = useCan('assign_tags') && sees
  const [tags, setTags] = useState<readonly Picked[]>([])
  const [tagError, setTagError] = useState<string>()
  const series = form.watch('device_series')
  const byImei = imeiSeries.includes(series)
  const setErrors = (found: Record<string, string>) => {
    for (const [at, [name, message]] of Object.entries(found).entries()) {
      form.setError(name as keyof Values, { message }, { shouldFocus: at === 0 })
    }
  }

  const submit = form.handleSubmit(async (values) => {
    setGeneral([])
    const name = values.name.trim()
    const device = {
      company_id: Number(company),
      device_series: series,
      serial: values.serial.trim(),
      ...(byImei ? { imei: values.imei.trim() } : { mac: values.mac.trim() }),
      ...(name === '' ? {} : { name }),
      ...(tags.length === 0 ? {} : { tag_id: tags.map(({ id }) => id) }),
      password_confirmation: values.password_confirmation,
    }
    const wrong = fieldErrors(safeParse(newDeviceSchema, device))
    if (wrong) return setErrors(wrong)
    try {
      await call(createDevices, { body: { data: [device] } })
    } catch (error) {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const split = splitErrors(error, [...Object.keys(empty), 'tag_id'])
      const { tag_id, ...byField } = split.byField
      setTagError(tag_id)
      setErrors(byField)
      return setGeneral(error.errors.length === 0 ? [messageOf(error)] : split.general)
    }
    toast(t('password.done'), 'success')
    void client.invalidateQueries({ queryKey: ['devices'] })
    close()
  })
  const field = (name: keyof Values) => ({ ...form.register(name), error: errors[name]?.message })
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('add')} busy={isSubmitting} errors={general}>
      <p className={classes.intro}>{t('password.intro')}</p>
      <div className={classes.columns}>
        <Select
          label={t('form.company')}
          required
          searchable
          value={company}
          options={companies.options}
          onSearch={companies.onSearch}
          emptyText={t('noValue')}
          error={errors.company_id?.message}
          onChange={(value) => {
            form.setValue('company_id', value)
            setTags([])
          }}
        />
        <Select
          label={t('form.series')}
          required
          value={series}
          options={deviceSeries.map((value) => ({ value, label: value.toUpperCase() }))}
          error={errors.device_series?.message}
          onChange={(value) => {
            form.setValue('device_series', value as DeviceSeries)
            form.clearErrors()
          }}
        />
      </div>
      <TextField
        mono
        required
        label={t('form.serial')}
        placeholder="1100000000"
        inputMode="numeric"
        maxLength={10}
        {...field('serial')}
      />
      {byImei ? (
        <TextField mono required label={t('form.imei')} inputMode="numeric" maxLength={15} {...field('imei')} />
      ) : (
        <TextField mono required label={t('form.mac')} placeholder="00:1E:42:00:00:00" {...field('mac')} />
      )}
      {mayTag ? <TagPicker value={tags} onChange={setTags} company={Number(company)} error={tagError} /> : null}
      <TextField label={t('form.name')} hint={t('form.nameHint')} maxLength={100} {...field('name')} />
      <PasswordField
        label={t('form.password')}
        required
        hint={t('form.passwordHint')}
        autoComplete="off"
        {...field('password_confirmation')}
      />
    </WindowForm>
  )
}
