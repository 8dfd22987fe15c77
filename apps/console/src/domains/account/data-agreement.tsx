import { updateAccount } from '@longreach/contract/account/email-endpoints'
import type { Brand } from '@longreach/contract/brand/schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { sessionQuery } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import classes from './start-question.module.css'

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
    <>
      <WindowBody>
        <p className={classes.title} aria-hidden="true">
          {t('terms.title')}
        </p>
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
      </WindowBody>
      <WindowActions>
        <a className={classes.leave} href="/logout">
          {t('required.logOut')}
        </a>
        <Button look="primary" busy={agree.isPending} onClick={() => agree.mutate()} data-autofocus>
          {t('terms.agree')}
        </Button>
      </WindowActions>
    </>
  )
}
