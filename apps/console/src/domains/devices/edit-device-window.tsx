import { intervalLimits, monitoringIntervals } from '@longreach/contract/devices/constants'
import { updateDevice } from '@longreach/contract/devices/endpoints'
import { type DeviceDetails, deviceChangeSchema } from '@longreach/contract/devices/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-parts.tsx'
import { type Picked, TagPicker } from '../tags/public/tag-picker.tsx'
import classes from './device-form.module.css'
import { changeOf, type EditValues, intervalNames, valuesOf } from './edit-device.ts'

/** Name, description, intervals and location of a device, online or not. */
export function EditDeviceWindow({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation(['devices', 'ui'])
  const client = useQueryClient()
  const { close } = useWindow()
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm<EditValues>({ defaultValues: valuesOf(device) })
  const { errors, isSubmitting } = form.formState
  const sees = useCan('view_tags')
  const mayTag = useCan('assign_tags') && sees
  const [tags, setTags] = useState<readonly Picked[]>(device.tags)
  const [tagError, setTagError] = useState<string>()
  const fields = Object.keys(valuesOf(device)) as (keyof EditValues)[]
  const setErrors = (found: Record<string, string>) => {
    for (const [at, [name, message]] of Object.entries(found).entries()) {
      form.setError(name as keyof EditValues, { message }, { shouldFocus: at === 0 })
    }
  }

  const submit = form.handleSubmit(async (values) => {
    setGeneral([])
    setTagError(undefined)
    const body = { ...changeOf(values), ...(mayTag ? { tag_id: tags.map(({ id }) => id) } : {}) }
    const wrong = fieldErrors(safeParse(deviceChangeSchema, body))
    if (wrong) return setErrors(wrong)
    try {
      await call(updateDevice, { params: { id: device.id }, body })
    } catch (error) {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const split = splitErrors(error, [...fields, 'tag_id'])
      const { tag_id, ...byField } = split.byField
      setTagError(tag_id)
      setErrors(byField)
      return setGeneral(error.errors.length === 0 ? [messageOf(error)] : split.general)
    }
    toast(t('edit.done', { name: body.name ?? device.name }), 'success')
    void client.invalidateQueries({ queryKey: ['devices'] })
    void client.invalidateQueries({ queryKey: ['tags'] })
    close()
  })

  const field = (name: keyof EditValues) => ({ ...form.register(name), error: errors[name]?.message })
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('ui:save')} busy={isSubmitting} errors={general}>
      <TextField label={t('form.name')} required maxLength={100} {...field('name')} />
      <TextArea label={t('form.description')} maxLength={255} {...field('description')} />
      {mayTag ? <TagPicker value={tags} onChange={setTags} company={device.company_id} error={tagError} /> : null}
      <fieldset className={classes.group}>
        <legend>{t('form.intervals')}</legend>
        <p>{t('form.intervalsHint', { min: intervalLimits.min })}</p>
        <div className={classes.columns}>
          {intervalNames.map((name) => (
            <TextField
              key={name}
              label={t(`form.${name}`)}
              inputMode="numeric"
              placeholder={String(monitoringIntervals[name])}
              {...field(name)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('form.traffic')}</legend>
        <p>{t('form.meteredHint')}</p>
        <Checkbox showLabel label={t('form.metered')} {...form.register('metered_connection')} />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('form.position')}</legend>
        <p>{t('form.positionHint')}</p>
        <div className={classes.columns}>
          <TextField label={t('form.latitude')} inputMode="decimal" {...field('user_set_latitude')} />
          <TextField label={t('form.longitude')} inputMode="decimal" {...field('user_set_longitude')} />
        </div>
      </fieldset>
    </WindowForm>
  )
}
