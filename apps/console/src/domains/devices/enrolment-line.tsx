import type { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import type { ResponseOf } from '@longreach/contract/endpoint'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { live } from '../../api/live.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import classes from './add-device.module.css'

interface Joined {
  id: number
  name: string
}

/** The install command, how to verify it, and the devices that enrol with it. */
export function EnrolmentLine({
  created,
  onAnother,
}: {
  created: ResponseOf<typeof createEnrolmentKey>
  onAnother: () => void
}) {
  const { t } = useTranslation(['devices', 'ui'])
  const { close } = useWindow()
  const [place, setPlace] = useState(0)
  const joined = useJoined(created.id)
  const chosen = created.lines[place] ?? created.lines[0]
  return (
    <>
      <WindowBody>
        {created.lines.length > 1 ? (
          <Select
            label={t('line.address')}
            hint={t('line.addressHint')}
            value={String(place)}
            options={created.lines.map((line, index) => ({ value: String(index), label: line.address }))}
            onChange={(value) => setPlace(Number(value))}
          />
        ) : null}
        <p className={classes.intro}>{t('line.paste')}</p>
        <div className={classes.line}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <section className={classes.code} tabIndex={0} aria-label={t('line.label')}>
            <code>{chosen?.line}</code>
          </section>
          <div>
            <span>{t('line.expires', { time: formatApiTime(created.expires_at) })}</span>
            <CopyButton text={chosen?.line ?? ''} look="primary" />
          </div>
        </div>
        <dl className={classes.checks}>
          <dt>{t('line.hostKey')}</dt>
          <dd className="mono">{created.host_key_fingerprint}</dd>
          <dt>{t('line.agent')}</dt>
          <dd className="mono">{created.agent_sha256}</dd>
        </dl>
        {created.demo ? <p className={classes.note}>{t('line.demo')}</p> : null}
        <div aria-live="polite">
          {joined.length === 0 ? (
            <div className={classes.wait}>
              <Spinner />
              {t('line.waiting')}
            </div>
          ) : (
            joined.map((device) => (
              <div key={device.id} className={classes.wait} data-done>
                <IconCircleCheck size={18} stroke={1.7} />
                <span>
                  {t('line.connected')}{' '}
                  <Link to="/devices/$id/activity" params={{ id: String(device.id) }} onClick={close}>
                    {device.name}
                  </Link>
                </span>
              </div>
            ))
          )}
        </div>
      </WindowBody>
      <WindowActions>
        <Button onClick={onAnother}>{t('line.another')}</Button>
        <Button look="primary" onClick={close}>
          {t('ui:close')}
        </Button>
      </WindowActions>
    </>
  )
}

/** The devices that enrolled with a key, as the server publishes them. */
function useJoined(key: number): readonly Joined[] {
  const client = useQueryClient()
  const [joined, setJoined] = useState<readonly Joined[]>([])
  useEffect(
    () =>
      live.on('DeviceCreated', ({ data }) => {
        if (data.enrolment_key_id !== key) return
        void client.invalidateQueries({ queryKey: ['devices'] })
        setJoined((now) => [...now.filter((one) => one.id !== data.id), { id: data.id, name: data.name }])
      }),
    [client, key],
  )
  return joined
}
