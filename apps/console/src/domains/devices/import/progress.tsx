import type { importDevices } from '@longreach/contract/devices/import-endpoints'
import { downloadFailedRows } from '@longreach/contract/devices/import-endpoints'
import type { ResponseOf } from '@longreach/contract/endpoint'
import { endsWork, type StatusEvent } from '@longreach/contract/live'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fillPath, queryText } from '../../../api/address.ts'
import { download } from '../../../api/download.ts'
import { messageOf } from '../../../api/error.ts'
import { followChannel } from '../../../api/status-channel.ts'
import { separatorQuery } from '../../../tables/csv-separator.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.ts'
import { useWindow } from '../../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../../windows/window-parts.tsx'
import { EnrolmentLine } from '../add/enrolment-line.tsx'
import classes from './devices.module.css'
import { useFocused } from './use-focused.ts'

export type StartedImport = ResponseOf<typeof importDevices> & { channel: string }

interface Props {
  started: StartedImport
  onAnother: () => void
}

/** Progress of an import; afterwards its failed rows, and the install command of devices without a password. */
export function ImportProgress({ started, onAnother }: Props) {
  const { t } = useTranslation('importDevices')
  const { close } = useWindow()
  const heading = useFocused()
  const client = useQueryClient()
  const [last, setLast] = useState<StatusEvent>()
  const [command, setCommand] = useState(false)
  const { id, channel, total, enrolment_key: key } = started

  useEffect(
    () =>
      followChannel(channel, (_key, steps) => {
        const step = steps.at(-1)
        setLast(step)
        if (step && endsWork(step)) void client.invalidateQueries({ queryKey: ['devices'] })
      }),
    [channel, client],
  )

  const ended = last !== undefined && endsWork(last)
  const done = last?.progress?.value ?? 0
  const { failed = 0 } = (last?.data ?? {}) as { failed?: number }
  const save = () =>
    download(fillPath(downloadFailedRows.path, { id }) + queryText(separatorQuery()), 'failed-devices.csv').catch(
      (error: unknown) => toast(messageOf(error), 'error'),
    )
  if (command && key) return <EnrolmentLine created={key} total={total - started.failed} onAnother={onAnother} />
  return (
    <>
      <WindowBody>
        <p className={classes.count} aria-live="polite" ref={heading} tabIndex={-1}>
          {last?.value ?? t('waiting')}
        </p>
        <div
          className={classes.bar}
          role="progressbar"
          aria-label={t('progressLabel')}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
        >
          <span style={{ width: `${(100 * done) / Math.max(1, total)}%` }} />
        </div>
        <div className={classes.state}>
          <span className={classes.note}>{ended ? (failed > 0 ? t('once') : '') : t('continues')}</span>
          <span>{t('progress', { done: formatCount(done), total: formatCount(total) })}</span>
        </div>
        {ended && failed > 0 ? (
          <div>
            <Button icon={<IconDownload size={17} stroke={1.8} />} onClick={() => void save()}>
              {t('download', { count: failed, formatted: formatCount(failed) })}
            </Button>
          </div>
        ) : null}
      </WindowBody>
      <WindowActions>
        {ended ? <Button onClick={onAnother}>{t('another')}</Button> : null}
        {ended && key ? (
          <Button look="primary" onClick={() => setCommand(true)}>
            {t('command')}
          </Button>
        ) : (
          <Button look="primary" onClick={close}>
            {t('close')}
          </Button>
        )}
      </WindowActions>
    </>
  )
}
