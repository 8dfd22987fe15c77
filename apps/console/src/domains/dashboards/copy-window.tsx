import { copyDashboard } from '@longreach/contract/dashboards/endpoints'
import type { Dashboard } from '@longreach/contract/dashboards/schemas'
import { listDevices } from '@longreach/contract/devices/endpoints'
import type { ErrorItem } from '@longreach/contract/errors'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-form.tsx'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { deviceQuery } from '../devices/public/device-query.ts'
import { labelOf } from './format.ts'
import classes from './windows.module.css'

interface Copied {
  device_id: number
  device_name: string
  missing: string[]
}

const sameModelQuery = (model: string | null, q: string) => ({
  queryKey: ['devices', 'choices', 'model', model, q],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { limit: 100, sort: 'name', fields: 'id,name,serial,model', model: model ?? '', ...(q ? { q } : {}) }
    return (await call(listDevices, { query: query as never }, signal)).data
  },
  enabled: model !== null,
  placeholderData: keepPreviousData,
})

/** Copies a dashboard to other devices of the same model, and lists the values that they do not report. */
export function CopyWindow({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboards')
  const { close } = useWindow()
  const { device_id: own } = dashboard
  const { data: device } = useQuery(deviceQuery(own))
  const model = device?.model ?? null
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly { value: string; label: string }[]>([])
  const { data: found = [] } = useQuery(sameModelQuery(model, typed))
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<string[]>([])
  const [done, setDone] = useState<{ copied: Copied[]; errors: readonly ErrorItem[] } | null>(null)
  const offered = found
    .filter(({ id }) => id !== own)
    .map(({ id, name, serial }) => ({ value: String(id), label: `${name} · ${serial}` }))
  const options = [...chosen, ...offered.filter(({ value }) => chosen.every((one) => one.value !== value))]

  const submit = async () => {
    setBusy(true)
    setErrors([])
    try {
      const body = { device_id: chosen.map(({ value }) => Number(value)) }
      const answer = await call(copyDashboard, { params: { id: own, dashboard_id: dashboard.id }, body })
      setDone({ copied: answer.data, errors: answer.errors })
    } catch (failure) {
      setErrors(
        failure instanceof ApiError && failure.errors.length > 0
          ? failure.errors.map(({ message }) => message)
          : [messageOf(failure)],
      )
    } finally {
      setBusy(false)
    }
  }
  if (done)
    return (
      <>
        <WindowBody>
          <p className={classes.note}>{t('copying.done', { count: done.copied.length })}</p>
          <ul className={classes.list}>
            {done.copied.map(({ device_id: id, device_name: name, missing }) => (
              <li key={id} className={missing.length > 0 ? classes.missing : undefined}>
                {missing.length > 0
                  ? t('copying.missing', { device: name, parameters: missing.map(labelOf).join(', ') })
                  : t('copying.complete', { device: name })}
              </li>
            ))}
            {done.errors.map(({ source, message }) => (
              <li key={source} className={classes.missing}>
                {message}
              </li>
            ))}
          </ul>
        </WindowBody>
        <WindowActions>
          <Button look="primary" onClick={close}>
            {t('copying.close')}
          </Button>
        </WindowActions>
      </>
    )
  return (
    <WindowForm
      onSubmit={() => void submit()}
      submit={t('copying.submit')}
      busy={busy}
      disabled={chosen.length === 0}
      errors={errors}
    >
      <MultiSelect
        label={t('copying.devices', { model: model ?? '' })}
        values={chosen.map(({ value }) => value)}
        options={options}
        onChange={(values) =>
          setChosen(values.flatMap((value) => options.find((option) => option.value === value) ?? []))
        }
        onSearch={setTyped}
        emptyText={t('copying.noMatch')}
        required
      />
    </WindowForm>
  )
}
