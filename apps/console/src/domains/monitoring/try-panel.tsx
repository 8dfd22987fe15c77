import './texts.ts'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { testMonitoringTemplate } from '@longreach/contract/monitoring/template-endpoints'
import type { Entry, Tested } from '@longreach/contract/monitoring/template-schemas'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import classes from './monitoring.module.css'

/** Devices that are online: the first hundred matches by name. */
const onlineQuery = (typed: string) => ({
  queryKey: ['devices', 'online', typed],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { limit: 100, sort: 'name', fields: 'id,name,serial', status: 'online', ...(typed && { q: typed }) }
    return (await call(listDevices, { query: query as never }, signal)).data
  },
  placeholderData: keepPreviousData,
})

interface Props {
  /** The paths to test; undefined if one is incomplete. */
  data: () => Entry[] | undefined
  onError: (error: unknown) => void
}

/** Measures the edited paths once, before they are saved. */
export function TestPanel({ data, onError }: Props) {
  const { t } = useTranslation('monitoring')
  const [typed, setTyped] = useState('')
  const [device, setDevice] = useState<string | null>(null)
  const [tested, setTested] = useState<Tested | null>(null)
  const [busy, setBusy] = useState(false)
  const { data: devices = [] } = useQuery(onlineQuery(typed))
  const run = async () => {
    const entries = data()
    if (!entries || device === null) return
    setBusy(true)
    setTested(null)
    try {
      const body = { device_id: Number(device), data: entries }
      setTested((await call(testMonitoringTemplate, { body })).data)
    } catch (error) {
      onError(error)
    }
    setBusy(false)
  }
  return (
    <section className={classes.card} aria-label={t('test.title')}>
      <h2>{t('test.title')}</h2>
      <p className={classes.note}>{t('test.text')}</p>
      <div className={classes.test}>
        <Select
          label={t('test.device')}
          searchable
          value={device}
          placeholder={t('test.pick')}
          options={devices.map(({ id, name, serial }) => ({ value: String(id), label: `${name} · ${serial}` }))}
          onSearch={setTyped}
          onChange={setDevice}
        />
        <Button busy={busy} disabled={device === null} onClick={() => void run()}>
          {t('test.run')}
        </Button>
      </div>
      {tested ? (
        <ul className={classes.results} aria-label={t('test.value')}>
          {tested.values.map(({ url, id, value, problem }) => (
            <li key={`${url} ${id}`} data-problem={problem !== null || undefined}>
              <span className="mono">{id}</span>
              <strong className="mono">{value === null ? t('test.none') : String(value)}</strong>
              {problem === null ? null : <small>{problem}</small>}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
