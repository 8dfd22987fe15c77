import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './search-box.module.css'

/** Spec §5. */
const debounce = 500

interface Props {
  /** What is searched, as placeholder and name. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** Searches half a second after the last key; `/` jumps here from anywhere on the page. */
export function SearchBox({ label, value, onChange }: Props) {
  const { t } = useTranslation('ui')
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const told = useRef(value)
  const tell = useRef(onChange)
  tell.current = onChange

  useEffect(() => {
    // The address changed by other means: a link, the back button, a cleared filter.
    if (value !== told.current) setText(value)
    told.current = value
  }, [value])

  const send = (next: string) => {
    if (next === told.current) return
    told.current = next
    tell.current(next)
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = text.trim()
      if (next === told.current) return
      told.current = next
      tell.current(next)
    }, debounce)
    return () => clearTimeout(timer)
  }, [text])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if ((event.target as HTMLElement).closest('input,textarea,select,[contenteditable=true],[role=dialog]')) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <div className={classes.box}>
      <IconSearch size={16} stroke={1.7} />
      <input
        ref={input}
        type="search"
        value={text}
        maxLength={100}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts="/"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text.trim())
          if (event.key === 'Escape' && text !== '') setText('')
        }}
      />
      {text === '' ? (
        <kbd>/</kbd>
      ) : (
        <button
          type="button"
          aria-label={t('table.clearSearch')}
          onClick={() => {
            setText('')
            send('')
            input.current?.focus()
          }}
        >
          <IconX size={15} stroke={1.7} />
        </button>
      )}
    </div>
  )
}
