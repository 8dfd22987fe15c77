import type { OpenedShell } from '@longreach/contract/remote/schemas'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import classes from './shell-view.module.css'
import type { Shell } from './use-shell.ts'

interface Props {
  shell: OpenedShell
  connection: Shell
  onAgain: (() => void) | undefined
}

/** Covers the terminal until the shell is open, and after it has ended. */
export function ShellNotice({ shell, connection, onAgain }: Props) {
  const { t } = useTranslation('connect')
  const { state } = connection
  switch (state.phase) {
    case 'open':
      return null
    case 'opening':
      return (
        <div className={classes.notice} role="status">
          <Spinner size={18} />
          <span>{state.steps.at(-1)?.text ?? t('opening')}</span>
        </div>
      )
    case 'credentials':
      return <Credentials connection={connection} />
    case 'untrusted':
      return <Untrusted shell={shell} connection={connection} />
    case 'taken-over':
      return <Over title={t('takenOver.title')} text={t('takenOver.text')} again={connection.reconnect} />
    case 'unreachable':
      return <Over title={t('unreachable.title')} text={t('unreachable.text')} again={connection.reconnect} />
    case 'ended': {
      const opened = state.username !== ''
      const step = state.failedStep ? t(`step.${state.failedStep}`) : ''
      return <Over title={opened ? t('ended') : `${t('failed')}: ${step}`} text={state.reason} again={onAgain} />
    }
  }
}

function Over({ title, text, again }: { title: string; text: string; again: (() => void) | undefined }) {
  const { t } = useTranslation('connect')
  return (
    <div className={classes.card} role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      {again ? (
        <div className={classes.answers}>
          <Button look="primary" onClick={again}>
            {t('reconnect')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Credentials({ connection }: { connection: Shell }) {
  const { t } = useTranslation('connect')
  const [username, setUsername] = useState(connection.state.username || 'root')
  const [password, setPassword] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (username.trim() !== '') connection.signIn(username.trim(), password)
  }
  return (
    <form className={classes.card} onSubmit={send} aria-label={t('credentials.title')}>
      <h2>{t('credentials.title')}</h2>
      <p>{connection.state.reason}</p>
      <TextField
        label={t('credentials.username')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label={t('credentials.password')}
        hint={t('credentials.hint')}
        autoComplete="off"
        maxLength={1024}
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className={classes.answers}>
        <Button look="primary" type="submit">
          {t('credentials.submit')}
        </Button>
      </div>
    </form>
  )
}

function Untrusted({ shell, connection }: { shell: OpenedShell; connection: Shell }) {
  const { t } = useTranslation('connect')
  const key = connection.state.hostKey
  if (!key) return null
  return (
    <div className={classes.card} role="alert">
      <h2>{t('changed.title')}</h2>
      <p>{t('changed.text', { target: shell.target })}</p>
      <dl className={classes.keys}>
        <dt>{t('changed.was')}</dt>
        <dd className="mono">{key.was ?? '—'}</dd>
        <dt>{t('changed.is')}</dt>
        <dd className="mono">{key.fingerprint}</dd>
      </dl>
      {key.may_trust ? (
        <div className={classes.answers}>
          <Button look="danger" onClick={() => connection.trust(key.fingerprint)}>
            {t('changed.trust')}
          </Button>
        </div>
      ) : (
        <p>{t('changed.mayNot')}</p>
      )}
    </div>
  )
}
