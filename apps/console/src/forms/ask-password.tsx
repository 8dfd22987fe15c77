import './texts.ts'
import { confirmPassword } from '@longreach/contract/account/endpoints'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { ApiError, messageOf } from '../api/error.ts'
import { PasswordField } from '../ui/field.tsx'
import { windows } from '../windows/store.ts'
import { WindowForm } from '../windows/window-parts.tsx'

/** Does the work, after asking for the password where the server wants it (423); null when it was not given. */
export async function withPassword<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 423) throw error
    return (await askPassword()) ? work() : null
  }
}

const id = 'confirm-password'

function askPassword(): Promise<boolean> {
  return new Promise((resolve) => {
    let given = false
    const onGiven = () => {
      given = true
      windows.close(id)
    }
    windows.open(
      {
        id,
        title: i18next.t('forms:password.title'),
        prompt: true,
        width: 440,
        content: <PasswordPrompt onGiven={onGiven} />,
      },
      () => resolve(given),
    )
  })
}

function PasswordPrompt({ onGiven }: { onGiven: () => void }) {
  const { t } = useTranslation('forms')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (password === '') return setError(t('password.missing'))
    setBusy(true)
    try {
      await call(confirmPassword, { body: { password } })
      onGiven()
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('password.submit')} busy={busy} errors={[]}>
      <p>{t('password.text')}</p>
      <PasswordField
        label={t('password.label')}
        autoComplete="current-password"
        required
        value={password}
        error={error}
        onChange={(event) => setPassword(event.target.value)}
      />
    </WindowForm>
  )
}
