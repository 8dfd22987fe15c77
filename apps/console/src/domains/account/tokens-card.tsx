import { deleteToken } from '@longreach/contract/account/access-endpoints'
import { tokenScopes } from '@longreach/contract/account/scopes'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { ListCard, ListCardRow } from '../../ui/list-card.tsx'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import classes from './account-page.module.css'
import { openNewToken } from './open-windows.tsx'
import { tokensQuery } from './queries.ts'

export function TokensCard() {
  const { t } = useTranslation('access')
  const client = useQueryClient()
  const { data, error } = useQuery(tokensQuery)
  const remove = async (id: number, name: string) => {
    const sure = await confirm({
      title: t('tokens.deleteTitle', { name }),
      text: t('tokens.deleteText'),
      confirm: t('tokens.delete'),
      danger: true,
    })
    if (!sure) return
    try {
      await call(deleteToken, { params: { id } })
      toast(t('tokens.deleted', { item: name }), 'success')
    } catch (failure) {
      toast(messageOf(failure), 'error')
    }
    void client.invalidateQueries({ queryKey: tokensQuery.queryKey })
  }
  return (
    <ListCard
      title={t('tokens.title')}
      action={
        <Button size="small" icon={<IconPlus size={16} stroke={1.8} />} onClick={openNewToken}>
          {t('tokens.add')}
        </Button>
      }
      instead={
        error && !data
          ? { text: `${t('tokens.failed')}: ${messageOf(error)}`, alert: true }
          : data?.length === 0
            ? { text: t('tokens.none') }
            : null
      }
    >
      {(data ?? []).map((token) => (
        <ListCardRow key={token.id}>
          <div className={classes.what}>
            <strong>{token.name}</strong>
            <p>
              <span title={token.scopes.join(', ')}>
                {token.scopes.length === tokenScopes.length
                  ? t('tokens.all')
                  : token.scopes.length > 3
                    ? t('tokens.scopes', { count: token.scopes.length })
                    : token.scopes.join(', ')}
              </span>
              <span>{t('tokens.expires', { time: formatApiTime(token.expires_at) })}</span>
              <span>
                {token.last_used_at === null ? (
                  t('tokens.unused')
                ) : (
                  <>
                    {t('sessions.used')} <Ago time={token.last_used_at} />
                    {token.last_ip ? ` ${t('sessions.from', { address: token.last_ip })}` : ''}
                  </>
                )}
              </span>
            </p>
          </div>
          <Button size="small" onClick={() => void remove(token.id, token.name)}>
            {t('tokens.delete')}
          </Button>
        </ListCardRow>
      ))}
    </ListCard>
  )
}
