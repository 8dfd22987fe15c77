import './texts.ts'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Place } from '../registry/place.tsx'
import classes from './search-button.module.css'

/** In these elements, keys are text and not the shortcut. */
const typing = 'input,textarea,select,[contenteditable=true],[role=dialog]'
/** Elements with their own meaning of Ctrl+K: a shell deletes to the end of the line. */
const ownKeys = '.xterm,[aria-modal=true]'

/** Opens the search; `/` does so from anywhere (spec §2), Ctrl+K or Cmd+K even from a field. */
export function SearchButton() {
  const { t } = useTranslation('shell')
  const [opened, setOpened] = useState(false)
  /** Text typed after the search was opened, before its field was ready; null otherwise. */
  const early = useRef<string | null>(null)

  const open = () => {
    early.current = ''
    setOpened(true)
  }
  const close = () => {
    early.current = null
    setOpened(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls needs nothing of the moment
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        if (target.closest(ownKeys)) return
        event.preventDefault()
        return open()
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      // Until the field of the search is ready, keys belong to it, wherever the focus is.
      if (early.current === null && target.closest(typing)) return
      if (early.current !== null && event.key === 'Escape') close()
      else if (early.current !== null && event.key.length === 1) early.current += event.key
      else if (event.key === '/') open()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const takeEarly = () => {
    const typed = early.current ?? ''
    early.current = null
    return typed
  }
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={t('searchHint')}
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={open}
      >
        <IconSearch size={17} stroke={1.7} />
        <span>{t('searchHint')}</span>
      </button>
      {opened ? createPortal(<Place at="shell.search" onClose={close} takeEarly={takeEarly} />, document.body) : null}
    </>
  )
}
