import './texts.ts'
import { retryCampaignDevices } from '@longreach/contract/campaigns/endpoints'
import type { CampaignDetails } from '@longreach/contract/campaigns/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-form.tsx'
import { VariableFields } from './public/variable-fields.tsx'

interface Props {
  campaign: Pick<CampaignDetails, 'id' | 'secrets_wiped'>
  /** If undefined, all devices that failed. */
  devices: readonly number[] | undefined
}

interface Errors {
  form: string[]
  byField: Readonly<Record<string, string>>
}

function errorsOf(error: unknown): Errors {
  const faults = error instanceof ApiError ? error.errors : []
  const fields = faults.filter(({ source }) => source?.startsWith('variables.'))
  const byField = Object.fromEntries(fields.map(({ source, message }) => [source ?? '', message]))
  return { byField, form: fields.length > 0 ? [] : [messageOf(error)] }
}

/** Retries devices after the secret values of the campaign were wiped: they have to be entered again. */
export function RetryWindow({ campaign, devices }: Props) {
  const { t } = useTranslation('campaigns')
  const { close } = useWindow()
  const client = useQueryClient()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Errors>({ form: [], byField: {} })
  const [busy, setBusy] = useState(false)
  const names = campaign.secrets_wiped
  const send = async () => {
    setBusy(true)
    try {
      const variables = names.map((name) => ({ name, value: values[name] ?? '' }))
      const sent = { variables, ...(devices && { device_id: [...devices] }) }
      const { retried: count } = (await call(retryCampaignDevices, { params: { id: campaign.id }, body: sent })).data
      toast(t('retry.done', { count, formatted: formatCount(count) }), 'success')
      void client.invalidateQueries({ queryKey: ['campaigns'] })
      close()
    } catch (error) {
      setErrors(errorsOf(error))
    }
    setBusy(false)
  }
  return (
    <WindowForm onSubmit={() => void send()} submit={t('retry.submit')} busy={busy} errors={errors.form}>
      <p>{t('retry.text')}</p>
      <VariableFields
        variables={names.map((name) => ({ name, secret: true }))}
        values={values}
        secretHint={t('form.secret')}
        errorOf={(name) => errors.byField[`variables.${name}`]}
        onChange={(name, value) => setValues({ ...values, [name]: value })}
      />
    </WindowForm>
  )
}
