import './texts.ts'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { typingRest } from '../ui/use-settled.ts'
import classes from './search-box.module.css'

interface Props {
  /** Placeholder and label. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** Searches half a second after the last key. */
export function SearchBox({ label, value, onChange }: Props) {
  const { t } = useTranslation('ui')
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const lastSent = useRef(value)
  const notify = useRef(onChange)
  notify.current = onChange

  useEffect(() => {
    // The address changed by other means: a link, the back button, a cleared filter.
    if (value !== lastSent.current) setText(value)
    lastSent.current = value
  }, [value])

  const send = (next: string) => {
    if (next === lastSent.current) return
    lastSent.current = next
    notify.current(next)
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = text.trim()
      if (next === lastSent.current) return
      lastSent.current = next
      notify.current(next)
    }, typingRest)
    return () => clearTimeout(timer)
  }, [text])

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
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text.trim())
          if (event.key === 'Escape' && text !== '') setText('')
        }}
      />
      {text === '' ? null : (
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
