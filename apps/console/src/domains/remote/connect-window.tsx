import type { StatusEvent } from '@longreach/contract/live'
import { endsWork } from '@longreach/contract/live'
import { IconCheck, IconExternalLink, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../api/error.ts'
import { followChannel } from '../../api/status-channel.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody, WindowForm } from '../../windows/window-parts.tsx'
import classes from './connect-window.module.css'
import { openPage } from './open-page.ts'
import type { Opening, Target } from './target.ts'
import { useDuration } from './use-duration.ts'

type OpenShell = (target: Target, opening: Opening) => void

/** Asks for the duration, then shows each step until the page is open or the connection has failed. */
export function ConnectWindow({ target, onShell }: { target: Target; onShell: OpenShell }) {
  const [channel, setChannel] = useState<string | null>(null)
  if (channel !== null) return <Steps channel={channel} onBack={() => setChannel(null)} />
  return <OpeningForm target={target} onShell={onShell} onChannel={setChannel} />
}

interface FormProps {
  target: Target
  onShell: OpenShell
  onChannel: (channel: string) => void
}

function OpeningForm({ target, onShell, onChannel }: FormProps) {
  const { t } = useTranslation('remote')
  const { duration, setDuration, options } = useDuration()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>([])

  const submit = async () => {
    const opening: Opening = { duration, ...(target.asksCredentials && username !== '' ? { username, password } : {}) }
    if (target.protocol === 'ssh') return onShell(target, opening)
    setBusy(true)
    setErrors([])
    try {
      onChannel((await target.open(opening)).channel)
    } catch (error) {
      setErrors(error instanceof ApiError ? error.errors.map(({ message }) => message) : [messageOf(error)])
    }
    setBusy(false)
  }
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('open.submit')} busy={busy} errors={errors}>
      <p className={classes.via}>{t('open.via', { target: target.address, device: target.deviceName })}</p>
      <Select
        label={t('open.duration')}
        value={String(duration)}
        options={options}
        onChange={(value) => setDuration(Number(value))}
      />
      {target.asksCredentials ? (
        <div className={classes.columns}>
          <TextField
            label={t('open.username')}
            value={username}
            maxLength={128}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setUsername(event.target.value)}
          />
          <PasswordField
            label={t('open.password')}
            hint={t('open.hint')}
            value={password}
            maxLength={1024}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
          />
        </div>
      ) : null}
    </WindowForm>
  )
}

function Steps({ channel, onBack }: { channel: string; onBack: () => void }) {
  const { t } = useTranslation('remote')
  const { close } = useWindow()
  const [steps, setSteps] = useState<readonly StatusEvent[]>([])
  const [blocked, setBlocked] = useState(false)

  useEffect(() => {
    let opened = false
    return followChannel(channel, (_device, list) => {
      setSteps(list)
      const link = list.at(-1)?.link
      if (!link || opened) return
      opened = true
      setBlocked(!openPage(absolute(link)))
    })
  }, [channel])

  const last = steps.at(-1)
  const over = last !== undefined && endsWork(last)
  const link = last?.link ? absolute(last.link) : null
  return (
    <>
      <WindowBody>
        <ol className={classes.steps} aria-label={t('open.steps')} aria-live="polite">
          {steps.map((step, at) => {
            const current = at === steps.length - 1 && !over
            const bad = step.status === 'error'
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
              <li key={at} data-bad={bad || undefined}>
                {current ? (
                  <Spinner size={15} />
                ) : bad ? (
                  <IconX size={16} stroke={2} />
                ) : (
                  <IconCheck size={16} stroke={2} />
                )}
                <span>{step.value}</span>
              </li>
            )
          })}
          {steps.length === 0 ? (
            <li>
              <Spinner size={15} />
              <span>{t('shell.wait')}</span>
            </li>
          ) : null}
        </ol>
        {link ? (
          <div className={classes.link}>
            <p>{t(blocked ? 'open.blocked' : 'open.opened')}</p>
            {blocked ? null : <p className={classes.hint}>{t('open.linkHint')}</p>}
          </div>
        ) : null}
      </WindowBody>
      <WindowActions>
        {link && !blocked ? null : over && !link ? <Button onClick={onBack}>{t('open.back')}</Button> : null}
        {link && blocked ? (
          <>
            <CopyButton text={link} />
            <Button
              look="primary"
              icon={<IconExternalLink size={17} stroke={1.6} />}
              onClick={() => {
                openPage(link)
                close()
              }}
            >
              {t('open.go')}
            </Button>
          </>
        ) : (
          <Button look={link ? 'primary' : 'default'} autoFocus onClick={close}>
            {t('open.done')}
          </Button>
        )}
      </WindowActions>
    </>
  )
}

/** The public API names hosts without a scheme. */
const absolute = (link: string) => (/^https?:\/\//.test(link) ? link : `${location.protocol}//${link}`)
