import './texts.ts'
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { listsOf } from './listed.ts'
import classes from './upload-panel.module.css'
import { pauseUpload, readUploads, removeUpload, resumeUpload, type UploadItem, watchUploads } from './uploads.ts'

const icon = { size: 16, stroke: 1.8 }

/** Uploads with their progress; nothing if there are none. */
export function UploadPanel() {
  const { t } = useTranslation('files')
  const client = useQueryClient()
  const items = useSyncExternalStore(watchUploads, readUploads)
  const done = items.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (done === 0) return
    for (const list of Object.values(listsOf).flat()) void client.invalidateQueries({ queryKey: [list] })
  }, [done, client])
  if (items.length === 0) return null
  return (
    <ul className={classes.panel} aria-label={t('uploads.title')}>
      {items.map((item) => (
        <UploadLine key={item.key} item={item} />
      ))}
    </ul>
  )
}

function UploadLine({ item }: { item: UploadItem }) {
  const { t } = useTranslation('files')
  const { key, file, state, sent, error } = item
  const { name, size } = file
  const percent = state === 'done' ? 100 : Math.floor((sent / Math.max(1, size)) * 100)
  const amount = t('uploads.progress', { sent: formatBytes(sent), size: formatBytes(size) })
  const words = state === 'failed' ? error : t(state === 'done' ? 'uploaded' : `uploads.${state}`, { name })
  return (
    <li className={classes.item}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.state} data-state={state} role="status">
        {state === 'failed' || state === 'done' ? words : `${words} · ${amount}`}
      </span>
      <span className={classes.buttons}>
        <Buttons item={item} />
        <IconButton
          size="small"
          label={t(state === 'done' || state === 'failed' ? 'uploads.dismiss' : 'uploads.cancel', { name })}
          onClick={() => removeUpload(key)}
        >
          <IconX {...icon} />
        </IconButton>
      </span>
      {state === 'done' ? null : (
        <div
          className={classes.bar}
          data-state={state}
          role="progressbar"
          aria-label={name}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
      )}
    </li>
  )
}

function Buttons({ item: { key, file, state } }: { item: UploadItem }) {
  const { t } = useTranslation('files')
  const { name } = file
  if (state === 'paused')
    return (
      <IconButton size="small" label={t('uploads.resume', { name })} onClick={() => resumeUpload(key)}>
        <IconPlayerPlay {...icon} />
      </IconButton>
    )
  if (state === 'failed')
    return (
      <IconButton size="small" label={t('uploads.retry', { name })} onClick={() => resumeUpload(key)}>
        <IconRefresh {...icon} />
      </IconButton>
    )
  if (state === 'done' || state === 'finishing') return null
  return (
    <IconButton size="small" label={t('uploads.pause', { name })} onClick={() => pauseUpload(key)}>
      <IconPlayerPause {...icon} />
    </IconButton>
  )
}
