import './texts.ts'
import { countUnread } from '@longreach/contract/configs/known-endpoints'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useContextQuery } from '../../api/context.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { startPlainAction } from '../actions/public/start.ts'
import { useMayRead } from './read-button.tsx'
import classes from './unread-notice.module.css'

/** Milliseconds between two counts, while devices are read and otherwise. */
const every = { reading: 5000, idle: 60_000 } as const

/** Devices that are missing from the list since they were never read, with a way to read all of them. */
export function UnreadNotice() {
  const { t } = useTranslation('configs')
  const client = useQueryClient()
  const context = useContextQuery()
  const mayRead = useMayRead()
  const maySeeDevices = useCan('view_devices')
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['configs', 'unread', context],
    queryFn: async ({ signal }) => (await call(countUnread, { query: context as never }, signal)).data,
    refetchInterval: ({ state }) => (state.data && state.data.reading > 0 ? every.reading : every.idle),
  })
  if (!data || data.readable + data.reading === 0) return null
  const { devices, readable, reading } = data
  const counted = (count: number) => ({ count, formatted: formatCount(count) })
  const filter = { ...context, config_state: 'not_read' }
  const readAll = async () => {
    setBusy(true)
    try {
      await startPlainAction('read_configuration', { filter, count: readable, names: [] })
      await client.invalidateQueries({ queryKey: ['configs', 'unread'] })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={classes.notice} aria-label={t('unread.title')}>
      <p role="status">
        <strong>{t('unread.devices', counted(devices))}</strong>
        {readable > 0 && readable < devices - reading ? <span>{t('unread.readable', counted(readable))}</span> : null}
        {reading > 0 ? <span>{t('unread.reading', counted(reading))}</span> : null}
        {maySeeDevices ? (
          <Link to="/management/devices" search={{ config_state: 'not_read' } as never}>
            {t('unread.show')}
          </Link>
        ) : null}
      </p>
      {mayRead && readable > 0 ? (
        <Button size="small" icon={<IconDownload size={16} stroke={1.6} />} busy={busy} onClick={() => void readAll()}>
          {t('unread.read')}
        </Button>
      ) : null}
    </section>
  )
}
