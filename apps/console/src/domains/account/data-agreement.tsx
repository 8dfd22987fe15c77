import './register-texts.ts'
import { updateAccount } from '@longreach/contract/account/email-endpoints'
import type { Brand } from '@longreach/contract/brand/schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import classes from './forced-window.module.css'
import { ForcedWindow } from './forced-window.tsx'
import { sessionQuery } from './session.ts'

/** The terms of service, for who has not agreed to them. */
export function DataAgreement({ terms }: { terms: NonNullable<Brand['terms']> }) {
  const { t } = useTranslation('register')
  const client = useQueryClient()
  const agree = useMutation({
    mutationFn: async () => {
      await call(updateAccount, { body: { tos_accepted: true } })
      await client.refetchQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  return (
    <ForcedWindow title={t('terms.title')}>
      {agree.error ? (
        <div className={classes.problem} role="alert">
          {messageOf(agree.error)}
        </div>
      ) : null}
      <p>{t('terms.ask', { date: terms.date })}</p>
      {terms.text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <section className={classes.text} aria-label={t('terms.title')} tabIndex={0}>
          {terms.text}
        </section>
      ) : null}
      {terms.url ? (
        <a href={terms.url} target="_blank" rel="noopener noreferrer">
          {t('terms.read')}
        </a>
      ) : null}
      <div className={classes.actions}>
        <a href="/logout">{t('required.logOut')}</a>
        <Button look="primary" busy={agree.isPending} onClick={() => agree.mutate()} data-autofocus>
          {t('terms.agree')}
        </Button>
      </div>
    </ForcedWindow>
  )
}
