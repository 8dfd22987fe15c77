import { closeRemoteSession, takeTicket } from '@longreach/contract/remote/endpoints'
import type { RemoteAccess, RemoteSession } from '@longreach/contract/remote/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { extendByAnHour } from '../../connect/extend.ts'
import '../../connect/texts.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { formatBytes, formatDate, formatDuration } from '../../ui/format.ts'
import { ListCard, ListCardRow } from '../../ui/list-card.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './entry-page.module.css'
import { sessionsQuery } from './queries.ts'

export function SessionsCard({ entry }: { entry: RemoteAccess }) {
  const { t } = useTranslation('remote')
  const { data, error } = useQuery(sessionsQuery(entry.id))
  return (
    <ListCard
      title={t('sessions.open')}
      instead={
        error && !data
          ? { text: `${t('sessions.failed')}: ${messageOf(error)}`, alert: true }
          : data?.length === 0
            ? { text: t('sessions.none') }
            : null
      }
    >
      {(data ?? []).map((session) => (
        <Session key={session.id} session={session} />
      ))}
    </ListCard>
  )
}

function Session({ session }: { session: RemoteSession }) {
  const { t } = useTranslation('remote')
  const client = useQueryClient()
  const may = useCan('connect_device_remote_access')
  const params = { session_id: session.id }
  const run = async (work: () => Promise<string>) => {
    try {
      toast(await work(), 'success')
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    void client.invalidateQueries({ queryKey: ['remote'] })
  }
  const extend = async () => {
    await extendByAnHour(session.id)
    void client.invalidateQueries({ queryKey: ['remote'] })
  }
  const link = () =>
    run(async () => {
      const { data } = await call(takeTicket, { params, body: {} })
      await copyText(data.link)
      return t('sessions.linkReady')
    })
  const end = () =>
    run(async () => {
      await call(closeRemoteSession, { params })
      return t('sessions.ended')
    })
  return (
    <ListCardRow>
      <strong>{session.username}</strong>
      <span title={formatDate(new Date(session.start_time * 1000))}>
        {t('sessions.left', { time: formatDuration(session.ttl) })}
      </span>
      <span className={classes.soft}>
        {t('sessions.bytes', { input: formatBytes(session.input_data), output: formatBytes(session.output_data) })}
      </span>
      <span className={classes.gap} />
      {may && session.own ? (
        <>
          <Button size="small" look="quiet" onClick={() => void link()}>
            {t('sessions.link')}
          </Button>
          <Button size="small" look="quiet" onClick={() => void extend()}>
            {t('sessions.extend')}
          </Button>
        </>
      ) : null}
      {may ? (
        <Button size="small" onClick={() => void end()}>
          {t('sessions.end')}
        </Button>
      ) : null}
    </ListCardRow>
  )
}
