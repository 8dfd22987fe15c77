import { importDevices, type previewImport } from '@longreach/contract/devices/import-endpoints'
import type { BodyInput, ResponseOf } from '@longreach/contract/endpoint'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/error.ts'
import { callUpload } from '../../../api/upload.ts'
import type { Files } from '../../../forms/use-form-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.ts'
import { WindowActions, WindowBody } from '../../../windows/window-parts.tsx'
import classes from './devices.module.css'
import { ImportProgress, type StartedImport } from './progress.tsx'
import { useFocused } from './use-focused.ts'

export interface ImportRequest {
  body: BodyInput<typeof importDevices>
  files: Files
}

interface Props {
  preview: ResponseOf<typeof previewImport>
  request: ImportRequest
  onBack: () => void
}

/** The devices that an import would add, and the errors of the other rows. */
export function ImportPreview({ preview: { total, failed, error_count, errors }, request, onBack }: Props) {
  const { t } = useTranslation('importDevices')
  const [busy, setBusy] = useState(false)
  const [started, setStarted] = useState<StartedImport>()
  const good = total - failed
  const heading = useFocused()
  const start = async () => {
    setBusy(true)
    try {
      const { data, meta } = await callUpload(importDevices, request.body, request.files)
      setStarted({ ...data, channel: meta.channel as string })
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    setBusy(false)
  }
  if (started) return <ImportProgress started={started} onAnother={onBack} />
  return (
    <>
      <WindowBody>
        <p className={classes.count} ref={heading} tabIndex={-1}>
          {good > 0 ? t('ready', { count: good, formatted: formatCount(good) }) : t('none')}
        </p>
        <p className={classes.note}>
          {failed > 0 ? t('failed', { count: failed, formatted: formatCount(failed) }) : t('allGood')}
        </p>
        {errors.length > 0 ? (
          <table className={classes.errors}>
            <caption>
              {errors.length < error_count ? t('firstErrors', { formatted: formatCount(errors.length) }) : t('errors')}
            </caption>
            <thead>
              <tr>
                <th scope="col">{t('columns.line')}</th>
                <th scope="col">{t('columns.column')}</th>
                <th scope="col">{t('columns.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ source, line, column, message }) => (
                <tr key={source}>
                  <td>{formatCount(line)}</td>
                  <td>{column}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </WindowBody>
      <WindowActions>
        <Button onClick={onBack}>{t('back')}</Button>
        {good > 0 ? (
          <Button look="primary" busy={busy} onClick={() => void start()}>
            {t('start', { count: good, formatted: formatCount(good) })}
          </Button>
        ) : null}
      </WindowActions>
    </>
  )
}
