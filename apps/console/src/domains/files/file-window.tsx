import './texts.ts'
import type { FileRecord } from '@longreach/contract/files/schemas'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime, formatBytes } from '../../ui/format.ts'
import record from '../../ui/record.module.css'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { downloadOne } from './download.ts'
import { openEditFile } from './open-windows.tsx'

export function FileWindow({ file }: { file: FileRecord }) {
  const { t } = useTranslation('files')
  const { close } = useWindow()
  const mayEdit = useCan('update_files') && !file.shared
  const mayDownload = useCan('download_files')
  const mayOpenDevice = useCan('view_devices') && file.device_id !== null
  const facts = [
    [t('columns.type'), t(`type.${file.type}`)],
    [t('columns.company'), file.company_id === 0 ? t('allCompanies') : file.company_name],
    [t('columns.model'), file.device_model],
    [t('columns.version'), file.version],
    [t('view.boards'), file.boards.join(', ')],
    [t('columns.size'), formatBytes(file.file_size)],
    [t('columns.description'), file.description],
    [t('columns.created'), formatApiTime(file.created_at)],
    [t('view.checksum'), <code key="sum">{file.sha256}</code>],
  ] as const
  return (
    <>
      <WindowBody>
        <dl className={record.facts}>
          {facts
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          {mayOpenDevice ? (
            <div>
              <dt>{t('view.device')}</dt>
              <dd>
                <Link to="/devices/$id" params={{ id: String(file.device_id) }} onClick={close}>
                  {t('view.openDevice')}
                </Link>
              </dd>
            </div>
          ) : null}
        </dl>
      </WindowBody>
      <WindowActions>
        {mayEdit ? (
          <Button
            onClick={() => {
              close()
              openEditFile(file)
            }}
          >
            {t('edit')}
          </Button>
        ) : null}
        {mayDownload ? (
          <Button look="primary" onClick={() => downloadOne(file)}>
            {t('download')}
          </Button>
        ) : null}
      </WindowActions>
    </>
  )
}
