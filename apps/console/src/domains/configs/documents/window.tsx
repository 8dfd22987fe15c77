import './texts.ts'
import {
  type ApiDocument,
  deleteApiDocument,
  downloadApiDocument,
} from '@longreach/contract/configs/document-endpoints'
import { IconDownload, IconFileCode, IconReplace, IconTrash } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { fillPath } from '../../../api/address.ts'
import { call } from '../../../api/call.ts'
import { failureOf, messageOf } from '../../../api/error.ts'
import { useCan } from '../../../api/session.ts'
import { saveFile } from '../../../tables/download.ts'
import { Button } from '../../../ui/button.tsx'
import { formatApiTime, formatBytes, formatCount } from '../../../ui/format.ts'
import { MenuItem } from '../../../ui/menu.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { EmptyState, ErrorState } from '../../../ui/state.tsx'
import { toast } from '../../../ui/toast.ts'
import { confirm } from '../../../windows/confirm.tsx'
import { useWindow } from '../../../windows/use-window.ts'
import { WindowActions } from '../../../windows/window-parts.tsx'
import classes from '../backups/rules.module.css'
import { documentsQuery } from '../public/api-queries.ts'
import { openUploadDocument } from './open-document-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

async function remove({ system }: ApiDocument, client: QueryClient): Promise<void> {
  const named = { system: i18next.t(`documents:system.${system}`) }
  const sure = await confirm({
    title: i18next.t('documents:remove.title', named),
    text: i18next.t('documents:remove.text'),
    confirm: i18next.t('documents:delete'),
    danger: true,
  })
  if (!sure) return
  try {
    await call(deleteApiDocument, { params: { system } })
    toast(i18next.t('documents:remove.done', named), 'success')
  } catch (error) {
    toast(messageOf(error), 'error')
  }
  void client.invalidateQueries({ queryKey: documentsQuery().queryKey })
}

/** API documents of devices: one for each system. */
export function DocumentsWindow() {
  const { t } = useTranslation('documents')
  const { close } = useWindow()
  const mayChange = useCan('super_admin')
  const { data, error, refetch } = useQuery(documentsQuery())
  return (
    <>
      <div className={classes.body}>
        {error && !data ? (
          <ErrorState title={t('failed')} {...failureOf(error)} onRetry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <EmptyState icon={<IconFileCode size={22} stroke={1.6} />} title={t('none')} text={t('noneText')} />
        ) : (
          <ul className={classes.list}>
            {data?.map((document) => (
              <DocumentRow key={document.system} document={document} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </div>
      <WindowActions>
        <Button onClick={close}>{t('close')}</Button>
        {mayChange ? (
          <Button look="primary" onClick={() => openUploadDocument()}>
            {t('upload')}
          </Button>
        ) : null}
      </WindowActions>
    </>
  )
}

function DocumentRow({ document, mayChange }: { document: ApiDocument; mayChange: boolean }) {
  const { t } = useTranslation('documents')
  const client = useQueryClient()
  const { system, title, version, operations, size, username, created_at } = document
  const name = t(`system.${system}`)
  const time = formatApiTime(created_at)
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <strong>{name}</strong>
        <span>{title}</span>
        <span>{t('version', { version })}</span>
      </div>
      <div className={classes.runs}>
        <span>{t('operations', { count: operations, formatted: formatCount(operations) })}</span>
        <span>{formatBytes(size)}</span>
        <span>{username === null ? time : t('by', { time, user: username })}</span>
      </div>
      <RowMenu label={t('actions', { system: name })}>
        <MenuItem
          leftSection={<IconDownload {...icon} />}
          onClick={() => saveFile(fillPath(downloadApiDocument.path, { system }), `${system}-api.json`)}
        >
          {t('download')}
        </MenuItem>
        {mayChange ? (
          <>
            <MenuItem leftSection={<IconReplace {...icon} />} onClick={() => openUploadDocument(system)}>
              {t('replace')}
            </MenuItem>
            <MenuItem danger leftSection={<IconTrash {...icon} />} onClick={() => void remove(document, client)}>
              {t('delete')}
            </MenuItem>
          </>
        ) : null}
      </RowMenu>
    </li>
  )
}
