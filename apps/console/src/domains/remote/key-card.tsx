import { forgetHostKey } from '@longreach/contract/remote/endpoints'
import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import card from '../../ui/list-card.module.css'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import classes from './entry-page.module.css'
import { hostKeyQuery } from './queries.ts'

export function KeyCard({ entry }: { entry: RemoteAccess }) {
  const { t } = useTranslation('remote')
  const client = useQueryClient()
  const may = useCan('update_device_remote_access')
  const plain = entry.protocol === 'http'
  const { data } = useQuery({ ...hostKeyQuery(entry.id), enabled: !plain })
  const known = data?.known ?? null

  const forget = async () => {
    const sure = await confirm({
      title: t('key.forgetTitle', { name: entry.name }),
      text: t('key.forgetText'),
      confirm: t('key.forget'),
      danger: true,
    })
    if (!sure) return
    try {
      await call(forgetHostKey, { params: { access_id: entry.id } })
      toast(t('key.forgotten'), 'success')
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    void client.invalidateQueries({ queryKey: ['remote', 'key', entry.id] })
  }
  return (
    <section className={card.card} aria-label={t('key.title')}>
      <header>
        <h2>{t('key.title')}</h2>
        {known && may ? (
          <Button size="small" onClick={() => void forget()}>
            {t('key.forget')}
          </Button>
        ) : null}
      </header>
      {plain ? (
        <p className={card.quiet}>{t('key.plain')}</p>
      ) : known && data ? (
        <dl className={classes.facts}>
          <dt>{t(`key.${data.kind}`)}</dt>
          <dd className="mono">
            {known.type} {known.fingerprint}
          </dd>
          <dt>{t('key.since')}</dt>
          <dd>{formatApiTime(known.first_seen)}</dd>
        </dl>
      ) : data ? (
        <p className={card.quiet}>{t('key.unknown')}</p>
      ) : null}
    </section>
  )
}
