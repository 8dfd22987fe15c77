import { endOtherSessions, endSession, type signInSchema } from '@longreach/contract/account/access-endpoints'
import { browserName } from '@longreach/contract/account/browser-name'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { output } from 'zod/mini'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { ListCard, ListCardRow } from '../../ui/list-card.tsx'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import classes from './account-page.module.css'
import { sessionsQuery } from './queries.ts'

/** The browsers in which the user is signed in. */
export function SessionsCard() {
  const { t } = useTranslation('access')
  const client = useQueryClient()
  const { data, error } = useQuery(sessionsQuery)
  const run = async (work: () => Promise<string>) => {
    try {
      toast(await work(), 'success')
    } catch (failure) {
      toast(messageOf(failure), 'error')
    }
    void client.invalidateQueries({ queryKey: ['account'] })
  }
  const end = (id: number) =>
    run(async () => {
      await call(endSession, { params: { id } })
      return t('sessions.ended')
    })
  const endOthers = async () => {
    const sure = await confirm({
      title: `${t('sessions.endOthers')}?`,
      text: t('sessions.endOthersQuestion'),
      confirm: t('sessions.end'),
      danger: true,
    })
    if (!sure) return
    await run(async () => t('sessions.endedOthers', { count: (await call(endOtherSessions, {})).data.ended }))
  }
  return (
    <ListCard
      title={t('sessions.title')}
      action={
        data && data.length > 1 ? (
          <Button size="small" onClick={() => void endOthers()}>
            {t('sessions.endOthers')}
          </Button>
        ) : null
      }
      instead={error && !data ? { text: `${t('sessions.failed')}: ${messageOf(error)}`, alert: true } : null}
    >
      {(data ?? []).map((session) => (
        <Session key={session.id} session={session} onEnd={() => void end(session.id)} />
      ))}
    </ListCard>
  )
}

function Session({ session, onEnd }: { session: output<typeof signInSchema>; onEnd: () => void }) {
  const { t } = useTranslation('access')
  const name = browserName(session.user_agent)
  return (
    <ListCardRow>
      <div className={classes.what}>
        <strong title={session.user_agent ?? undefined}>
          {name ? t('sessions.on', name) : session.user_agent || t('sessions.unknown')}
        </strong>
        <p>
          {session.last_ip ? <span>{t('sessions.from', { address: session.last_ip })}</span> : null}
          <span>{t('sessions.since', { time: formatApiTime(session.created_at) })}</span>
          {session.current ? null : (
            <span>
              {t('sessions.used')} <Ago time={session.last_used_at} />
            </span>
          )}
        </p>
      </div>
      {session.current ? (
        <span className={classes.this}>{t('sessions.this')}</span>
      ) : (
        <Button size="small" onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </ListCardRow>
  )
}
