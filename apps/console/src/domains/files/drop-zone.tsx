import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './drop-zone.module.css'

interface Props {
  /** Null if nothing can be dropped. */
  onFiles: ((files: readonly File[]) => void) | null
  children: ReactNode
}

export function DropZone({ onFiles, children }: Props) {
  const { t } = useTranslation('files')
  const [over, setOver] = useState(false)
  if (!onFiles) return <div className={classes.zone}>{children}</div>
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same as dropping
    <div className={classes.zone} onDragEnter={drag} onDragOver={drag} onDragLeave={leave} onDrop={drop}>
      {children}
      {over ? <div className={classes.hint}>{t('drop')}</div> : null}
    </div>
  )
}
