import { updateAccount } from '@longreach/contract/account/email-endpoints'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import classes from './start-question.module.css'

interface Props {
  onSent: () => void
  onDone: () => void
}

/** For users with a name in place of an address: they have to enter one before they can continue. */
export function RequiredEmail({ onSent, onDone }: Props) {
  const { t } = useTranslation('register')
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm({ defaultValues: { email: '' } })
  const save = useMutation({
    mutationFn: async (email: string) => (await call(updateAccount, { body: { email } })).data,
    onSuccess: onSent,
    onError: (error) => {
      if (!(error instanceof ApiError)) return setGeneral([messageOf(error)])
      const split = splitErrors(error, ['email'])
      if (split.byField.email) form.setError('email', { message: split.byField.email }, { shouldFocus: true })
      setGeneral(error.errors.length === 0 ? [messageOf(error)] : split.general)
    },
  })
  const submit = form.handleSubmit(({ email }) => {
    setGeneral([])
    if (email.trim() === '') return form.setError('email', { message: t('required.missing') }, { shouldFocus: true })
    save.mutate(email.trim())
  })
  if (save.data) {
    return (
      <>
        <WindowBody>
          <p className={classes.title} aria-hidden="true">
            {t('required.doneTitle')}
          </p>
          <div role="status">
            <p>{t('required.done', { email: save.variables })}</p>
            {save.data.sends ? null : <p>{t('noMail')}</p>}
          </div>
        </WindowBody>
        <WindowActions>
          <Button look="primary" onClick={onDone}>
            {t('required.continue')}
          </Button>
        </WindowActions>
      </>
    )
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <WindowBody>
        <p className={classes.title} aria-hidden="true">
          {t('required.title')}
        </p>
        {general.map((message) => (
          <div key={message} className={classes.problem} role="alert">
            {message}
          </div>
        ))}
        <p>{t('required.text')}</p>
        <TextField
          label={t('email')}
          type="email"
          autoComplete="email"
          required
          maxLength={200}
          data-autofocus
          {...form.register('email')}
          error={form.formState.errors.email?.message}
        />
      </WindowBody>
      <WindowActions>
        <a className={classes.leave} href="/logout">
          {t('required.logOut')}
        </a>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t('required.submit')}
        </Button>
      </WindowActions>
    </form>
  )
}
