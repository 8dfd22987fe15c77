import './register-texts.ts'
import { updateAccount } from '@longreach/contract/account/email-endpoints'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import classes from './forced-window.module.css'
import { ForcedWindow } from './forced-window.tsx'

/** For who has a name where the address should stand: nothing goes on without one. */
export function RequiredEmail({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('register')
  const [general, setGeneral] = useState<readonly string[]>([])
  const form = useForm({ defaultValues: { email: '' } })
  const save = useMutation({
    mutationFn: async (email: string) => (await call(updateAccount, { body: { email } })).data,
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
      <ForcedWindow title={t('required.doneTitle')}>
        <div className={classes.form} role="status">
          <p>{t('required.done', { email: save.variables })}</p>
          {save.data.sends ? null : <p>{t('noMail')}</p>}
        </div>
        <div className={classes.actions}>
          <Button look="primary" onClick={onDone}>
            {t('required.continue')}
          </Button>
        </div>
      </ForcedWindow>
    )
  }
  return (
    <ForcedWindow title={t('required.title')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
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
        <div className={classes.actions}>
          <a href="/logout">{t('required.logOut')}</a>
          <Button type="submit" look="primary" busy={save.isPending}>
            {t('required.submit')}
          </Button>
        </div>
      </form>
    </ForcedWindow>
  )
}
