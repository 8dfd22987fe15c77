import './texts.ts'
import type { ImageRecord } from '@longreach/contract/files/image-schemas'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { type RowPages, type RowSource, useRowPages } from '../../tables/use-row-pages.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime, formatCount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions } from '../../windows/window-parts.tsx'
import { deleteImagesAfterAsking } from './delete-rows.ts'
import classes from './gallery-window.module.css'
import { addressOf, downloadImage, thumbnailOf } from './image-address.ts'
import { ImageStrip } from './image-strip.tsx'
import { sizeOf } from './images-list.tsx'
import { openEditImage } from './open-windows.tsx'
import { Picture } from './picture.tsx'

interface Props {
  /** The image that is shown first. */
  image: ImageRecord
  /** The list that contains the image. */
  source: RowSource<ImageRecord>
  onShown: (image: ImageRecord) => void
}

/** Not focusable: arrow keys do the same, and the strip keeps the focus. */
const pointerOnly = {
  tip: false,
  tabIndex: -1,
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
} as const

/** Index of an image in the list; if it is gone or not known yet, the index where it was or will be. */
function placeOf(pages: RowPages<ImageRecord>, id: number | null, place: number): number {
  const total = pages.total ?? 0
  if (id !== null && pages.getRow(place)?.id !== id)
    for (let index = 0; index < total; index++) if (pages.getRow(index)?.id === id) return index
  return Math.max(0, Math.min(place, total - 1))
}

export function GalleryWindow({ image, source, onShown }: Props) {
  const { t } = useTranslation('files')
  const { close } = useWindow()
  const client = useQueryClient()
  const mayEdit = useCan('update_images')
  const mayDelete = useCan('delete_images')
  const pages = useRowPages(source)
  // `coming`: the image at that index is still loading, and the previous one is shown meanwhile.
  const [shown, setShown] = useState({ image, index: 0, coming: false })
  const { total } = pages
  const index = placeOf(pages, shown.coming ? null : shown.image.id, shown.index)
  const here = pages.getRow(index)
  const current = here ?? shown.image
  const go = (to: number) => {
    if (to < 0 || to >= (total ?? 0)) return
    const next = pages.getRow(to)
    setShown({ image: next ?? current, index: to, coming: next === undefined })
  }
  useEffect(() => {
    if (here) setShown({ image: here, index, coming: false })
  }, [here, index])
  useEffect(() => onShown(current), [current, onShown])
  useEffect(() => {
    if (total === 0) close()
  }, [total, close])

  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: (total ?? 1) - 1,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = steps[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(to)
  }
  const facts = [
    sizeOf(current),
    current.company_name,
    t('images.gallery.uploaded', { time: formatApiTime(current.created_at) }),
  ]
  return (
    <fieldset aria-label={t('images.title')} className={classes.gallery} onKeyDown={onKeyDown}>
      <div className={classes.stage}>
        <Picture
          key={current.id}
          address={addressOf(current)}
          alt={current.name}
          before={thumbnailOf(current)}
          width={current.original_width}
          height={current.original_height}
        />
        <span className={classes.previous}>
          <IconButton
            {...pointerOnly}
            label={t('images.gallery.previous')}
            disabled={index === 0}
            onClick={() => go(index - 1)}
          >
            <IconChevronLeft size={20} stroke={1.8} />
          </IconButton>
        </span>
        <span className={classes.next}>
          <IconButton
            {...pointerOnly}
            label={t('images.gallery.next')}
            disabled={total === null || index >= total - 1}
            onClick={() => go(index + 1)}
          >
            <IconChevronRight size={20} stroke={1.8} />
          </IconButton>
        </span>
      </div>
      <div className={classes.about}>
        {current.description ? <p className={classes.description}>{current.description}</p> : null}
        <p className={classes.facts} aria-live="polite">
          <span>{facts.join(' · ')}</span>
          {total ? (
            <span>{t('images.gallery.position', { at: formatCount(index + 1), total: formatCount(total) })}</span>
          ) : null}
        </p>
      </div>
      {total ? <ImageStrip pages={pages} total={total} index={index} onIndex={go} /> : null}
      <WindowActions>
        {mayDelete ? (
          <Button onClick={() => void deleteImagesAfterAsking(only(current.id), client, current.name)}>
            {t('delete')}
          </Button>
        ) : null}
        {mayEdit ? <Button onClick={() => openEditImage(current)}>{t('edit')}</Button> : null}
        <Button look="primary" onClick={() => downloadImage(current)}>
          {t('download')}
        </Button>
      </WindowActions>
    </fieldset>
  )
}
