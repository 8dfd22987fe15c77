import type { StatusEvent } from '@longreach/contract/live'
import { endsWork } from '@longreach/contract/live'
import { openRemoteAccessForm } from '@longreach/contract/remote/forms'
import { IconCheck, IconExternalLink, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { followChannel } from '../../api/status-channel.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import classes from './connect-window.module.css'
import { openPage } from './open-page.ts'
import { type Opening, openTarget, type Target } from './target.ts'
import { useDuration } from './use-duration.ts'

type OpenShell = (target: Target, opening: Opening) => void

interface Props {
  target: Target
  onShell: OpenShell
  /** Skips the question for the duration and uses the last one. */
  immediately: boolean
}

/** Asks for the duration, then shows each step until the page is open or an error occurs. */
export function ConnectWindow({ target, onShell, immediately }: Props) {
  const { t } = useTranslation('remote')
  const { duration, setDuration } = useDuration()
  return (
    <FormWindow
      form={openRemoteAccessForm}
      immediately={immediately}
      values={{ duration, asks_credentials: target.asksCredentials }}
      beforeSend={(body) => {
        setDuration(body.duration)
        if (target.protocol === 'ssh') onShell(target, openingOf(body))
        return target.protocol !== 'ssh'
      }}
      send={async (body) => ({ meta: {}, data: await openTarget(target.of, openingOf(body)) })}
      done={null}
      reload={false}
      after={(_, { data }, back) => <Steps channel={data.channel} onBack={back} />}
      intro={<p className={classes.via}>{t('open.via', { target: target.address, device: target.deviceName })}</p>}
    />
  )
}

/** No target accepts a password without a username. */
const openingOf = ({ duration, username, password }: Opening): Opening =>
  username === undefined ? { duration } : { duration, username, password: password ?? '' }

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
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end
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

/** The public API returns hosts without a scheme. */
const absolute = (link: string) => (/^https?:\/\//.test(link) ? link : `${location.protocol}//${link}`)
