// biome-ignore-all lint/a11y/useSemanticElements: a list of options has no element that holds pictures
// biome-ignore-all lint/a11y/useFocusableInteractive: the list has the focus and names its active picture
import './texts.ts'
import type { ImageRecord } from '@longreach/contract/files/image-schemas'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowPages } from '../../tables/use-row-pages.ts'
import classes from './gallery-window.module.css'
import { thumbnailOf } from './image-address.ts'
import { Picture } from './picture.tsx'

interface Props {
  pages: RowPages<ImageRecord>
  total: number
  index: number
  onIndex: (index: number) => void
}

/** Width of an image in pixels, with the gap; must match the stylesheet. */
const width = 92
/** Milliseconds without scrolling before pages are requested. */
const settled = 90

/** All images of a list side by side; the window around it handles the keys. */
export function ImageStrip({ pages, total, index, onIndex }: Props) {
  const { t } = useTranslation('files')
  const strip = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: total,
    getScrollElement: () => strip.current,
    estimateSize: () => width,
    overscan: 4,
  })
  // Before the strip existed, the title of the window had the focus, where arrow keys move the window.
  useEffect(() => strip.current?.focus({ preventScroll: true }), [])
  useEffect(() => virtualizer.scrollToIndex(index), [virtualizer, index])
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const { show } = pages
  // The strip follows the shown image, so that it stays visible.
  useEffect(() => {
    const timer = setTimeout(() => show(first, last), settled)
    return () => clearTimeout(timer)
  }, [first, last, show])
  return (
    <div
      ref={strip}
      role="listbox"
      tabIndex={0}
      data-autofocus
      aria-label={t('images.gallery.strip')}
      aria-orientation="horizontal"
      aria-activedescendant={`strip-${index}`}
      className={classes.strip}
    >
      <div role="presentation" className={classes.items} style={{ width: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const image = pages.getRow(item.index)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the window takes the keys
            <div
              key={`${item.index} ${image?.id}`}
              id={`strip-${item.index}`}
              role="option"
              aria-selected={item.index === index}
              aria-posinset={item.index + 1}
              aria-setsize={total}
              aria-label={image?.name ?? ''}
              title={image?.name}
              className={classes.item}
              style={{ transform: `translateX(${item.start}px)` }}
              onClick={() => onIndex(item.index)}
            >
              {image ? <Picture address={thumbnailOf(image)} alt="" /> : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}
