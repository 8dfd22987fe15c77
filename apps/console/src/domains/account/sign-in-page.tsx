import './texts.ts'
import { login } from '@longreach/contract/account/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { sessionQuery } from '../../api/session.ts'
import { useBrand } from '../../brand/brand.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { SignInCard } from './sign-in-card.tsx'
import classes from './sign-in-page.module.css'

/** `/login`: username or e-mail address, and password; then redirects to the continue_url. */
export function SignInPage() {
  const { t } = useTranslation('account')
  const brand = useBrand()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [missing, setMissing] = useState({ username: false, password: false })
  const form = useRef<HTMLFormElement>(null)

  const signIn = useMutation({
    mutationFn: async (body: { username: string; password: string }) => {
      await call(login, { body })
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
    // The guard redirects a signed-in user, to the continue_url if there is one.
    onSuccess: () => router.invalidate(),
    onError: () => form.current?.querySelector<HTMLInputElement>('[name=password]')?.select(),
  })
  const wait = useCountdown(signIn.error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (signIn.isPending || wait > 0) return
    const data = new FormData(event.currentTarget)
    const username = String(data.get('username') ?? '').trim()
    const password = String(data.get('password') ?? '')
    setMissing({ username: username === '', password: password === '' })
    if (username !== '' && password !== '') return signIn.mutate({ username, password })
    form.current?.querySelector<HTMLInputElement>(username === '' ? '[name=username]' : '[name=password]')?.focus()
  }

  return (
    <SignInCard title={t('signInTo', { name: brand.app_name })}>
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        {signIn.error ? (
          <div className={classes.problem} role="alert">
            {wait > 0 ? t('locked', { time: minutes(wait) }) : messageOf(signIn.error)}
          </div>
        ) : null}
        <TextField
          label={t('username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={missing.username ? t('usernameMissing') : undefined}
          onChange={() => {
            setMissing((now) => ({ ...now, username: false }))
            // Allows an attempt with another account.
            if (wait > 0) signIn.reset()
          }}
        />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          error={missing.password ? t('passwordMissing') : undefined}
          onChange={() => setMissing((now) => ({ ...now, password: false }))}
        />
        <Button type="submit" look="primary" busy={signIn.isPending} disabled={wait > 0} className={classes.submit}>
          {t('signIn')}
        </Button>
        <Link to="/forgot-password" className={classes.aside}>
          {t('forgot')}
        </Link>
      </form>
    </SignInCard>
  )
}

/** Seconds as `14:05`. */
const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Seconds left until the server accepts another attempt. */
function useCountdown(error: Error | null): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const wait = error instanceof ApiError && error.status === 429 ? Math.ceil(error.retryAfter ?? 0) : 0
    const end = Date.now() + wait * 1000
    setLeft(wait)
    if (wait === 0) return
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [error])
  return left
}
