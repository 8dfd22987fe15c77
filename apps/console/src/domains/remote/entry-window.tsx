import { defaultPorts, type OpenProtocol, openProtocols } from '@longreach/contract/remote/constants'
import { createRemoteAccess, updateRemoteAccess } from '@longreach/contract/remote/endpoints'
import { newRemoteAccessSchema, type RemoteAccess, remoteAccessChangeSchema } from '@longreach/contract/remote/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-parts.tsx'
import { DevicePicker } from '../devices/public/device-picker.tsx'
import { changeOf, type EntryValues, newEntryOf, valuesOf } from './entry-values.ts'
import classes from './entry-window.module.css'

interface Props {
  device: { id: number; name: string } | null
  /** null adds one. */
  entry: RemoteAccess | null
}

/** Adds or edits an entry for remote access. */
export function EntryWindow({ device, entry }: Props) {
  const { t } = useTranslation(['remote', 'ui'])
  const client = useQueryClient()
  const { close } = useWindow()
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm<EntryValues>({ defaultValues: valuesOf(entry, device) })
  const { errors, isSubmitting } = form.formState
  const protocol = form.watch('protocol')
  const asked = form.watch('credentials_required')
  const fields = Object.keys(form.getValues()) as (keyof EntryValues)[]
  const setErrors = (found: Record<string, string>) => {
    for (const [at, [name, message]] of Object.entries(found).entries()) {
      form.setError(name as keyof EntryValues, { message }, { shouldFocus: at === 0 })
    }
  }

  const submit = form.handleSubmit(async (values) => {
    setGeneral([])
    const wrong = fieldErrors(
      entry
        ? safeParse(remoteAccessChangeSchema, changeOf(values))
        : safeParse(newRemoteAccessSchema, newEntryOf(values)),
    )
    if (wrong) return setErrors(wrong)
    try {
      if (entry) await call(updateRemoteAccess, { params: { access_id: entry.id }, body: changeOf(values) })
      else await call(createRemoteAccess, { body: { data: [newEntryOf(values)] } })
    } catch (error) {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const split = splitErrors(error, fields)
      setErrors(split.byField)
      return setGeneral(error.errors.length === 0 ? [messageOf(error)] : split.general)
    }
    toast(t(entry ? 'form.edited' : 'form.added', { name: values.name }), 'success')
    void client.invalidateQueries({ queryKey: ['remote'] })
    close()
  })

  const field = (name: keyof EntryValues) => ({ ...form.register(name), error: errors[name]?.message })
  const choose = (next: OpenProtocol) => {
    // A port that was not edited follows the protocol.
    if (form.getValues('destination_port') === String(defaultPorts[protocol]))
      form.setValue('destination_port', String(defaultPorts[next]))
    form.setValue('protocol', next)
  }
  return (
    <WindowForm
      onSubmit={() => void submit()}
      submit={entry ? t('ui:save') : t('add')}
      busy={isSubmitting}
      errors={general}
    >
      {device ? null : (
        <DevicePicker
          label={t('form.device')}
          placeholder={t('form.findDevice')}
          emptyText={t('form.noDevice')}
          value={form.watch('device_id') || null}
          error={errors.device_id?.message}
          onChange={(id) => {
            form.setValue('device_id', id)
            form.clearErrors('device_id')
          }}
        />
      )}
      <TextField label={t('form.name')} hint={t('form.nameHint')} required maxLength={50} {...field('name')} />
      <div className={classes.target}>
        <Select
          label={t('form.protocol')}
          required
          value={protocol}
          options={openProtocols.map((value) => ({ value, label: t(`protocol.${value}`) }))}
          error={errors.protocol?.message}
          onChange={(value) => choose(value as OpenProtocol)}
        />
        <TextField
          mono
          required
          label={t('form.destination')}
          hint={t('form.destinationHint')}
          maxLength={253}
          spellCheck={false}
          autoCapitalize="none"
          {...field('destination_ip')}
        />
        <TextField
          mono
          required
          label={t('form.port')}
          inputMode="numeric"
          maxLength={5}
          {...field('destination_port')}
        />
      </div>
      <Checkbox showLabel label={t('form.asked')} {...form.register('credentials_required')} />
      {asked ? null : (
        <>
          <p className={classes.hint}>{t(protocol === 'ssh' ? 'form.sshHint' : 'form.webHint')}</p>
          <div className={classes.columns}>
            <TextField
              label={t('form.username')}
              maxLength={128}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...field('username')}
            />
            <PasswordField
              label={t('form.password')}
              hint={t(entry?.has_password ? 'form.passwordKept' : 'form.passwordHint')}
              maxLength={1024}
              autoComplete="new-password"
              {...field('password')}
            />
          </div>
          {entry?.has_password ? <Checkbox showLabel label={t('form.forget')} {...form.register('forget')} /> : null}
        </>
      )}
    </WindowForm>
  )
}
