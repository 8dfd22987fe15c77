import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { newEnrolmentKeySchema } from '@longreach/contract/devices/schemas'
import type { ResponseOf } from '@longreach/contract/endpoint'
import { formatTime } from '@longreach/contract/time'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { TextField } from '../../ui/field.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { Select } from '../../ui/select.tsx'
import { WindowForm } from '../../windows/window-parts.tsx'
import { useCompanyChoice } from '../companies/public/use-company-choice.ts'
import classes from './device-form.module.css'
import { EnrolmentLine } from './enrolment-line.tsx'

interface Values {
  company_id: string
  serial: string
  mac: string
  uses: string
  lasts: string
}

/** Validity of a key in hours. */
const lifetimes = ['1', '24', '168', '720'] as const
const fields = ['company_id', 'serial', 'mac', 'uses', 'expires_at'] as const

/** Creates an enrolment key, then shows the install command with it. */
export function AddByLine({ company: given }: { company: string | null }) {
  const { t } = useTranslation('devices')
  const [created, setCreated] = useState<ResponseOf<typeof createEnrolmentKey> | null>(null)
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm<Values>({ defaultValues: { company_id: '', serial: '', mac: '', uses: '1', lasts: '24' } })
  const { errors, isSubmitting } = form.formState
  const companies = useCompanyChoice(form.watch('company_id') || given)
  const company = companies.value
  if (created) return <EnrolmentLine created={created} onAnother={() => setCreated(null)} />

  const setErrors = (found: Record<string, string>) => {
    for (const [at, [name, message]] of Object.entries(found).entries()) {
      form.setError((name === 'expires_at' ? 'lasts' : name) as keyof Values, { message }, { shouldFocus: at === 0 })
    }
  }
  const submit = form.handleSubmit(async (values) => {
    setGeneral([])
    const body = {
      company_id: Number(company),
      uses: Number(values.uses.trim()),
      expires_at: formatTime(new Date(Date.now() + Number(values.lasts) * 3_600_000)),
      ...(values.serial.trim() === '' ? {} : { serial: values.serial.trim() }),
      ...(values.mac.trim() === '' ? {} : { mac: values.mac.trim() }),
    }
    const wrong = fieldErrors(safeParse(newEnrolmentKeySchema, body))
    if (wrong) return setErrors(wrong)
    try {
      setCreated((await call(createEnrolmentKey, { body })).data)
    } catch (error) {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const split = splitErrors(error, fields)
      setErrors(split.byField)
      setGeneral(error.errors.length === 0 ? [messageOf(error)] : split.general)
    }
  })
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('line.create')} busy={isSubmitting} errors={general}>
      <p className={classes.intro}>{t('line.intro')}</p>
      <Select
        label={t('form.company')}
        required
        searchable
        value={company}
        options={companies.options}
        onSearch={companies.onSearch}
        emptyText={t('noValue')}
        error={errors.company_id?.message}
        onChange={(value) => form.setValue('company_id', value)}
      />
      <div className={classes.columns}>
        <TextField
          label={t('form.uses')}
          hint={t('form.usesHint')}
          inputMode="numeric"
          {...form.register('uses')}
          error={errors.uses?.message}
        />
        <Select
          label={t('form.lasts')}
          value={form.watch('lasts')}
          options={lifetimes.map((value) => ({ value, label: t(`lifetimes.${value}`) }))}
          error={errors.lasts?.message}
          onChange={(value) => form.setValue('lasts', value)}
        />
      </div>
      <fieldset className={classes.group}>
        <legend>{t('line.bind')}</legend>
        <p>{t('line.bindHint')}</p>
        <div className={classes.columns}>
          <TextField mono label={t('form.serial')} {...form.register('serial')} error={errors.serial?.message} />
          <TextField
            mono
            label={t('form.mac')}
            placeholder="00:1E:42:00:00:00"
            {...form.register('mac')}
            error={errors.mac?.message}
          />
        </div>
      </fieldset>
    </WindowForm>
  )
}
