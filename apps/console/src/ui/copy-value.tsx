import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy-text.ts'
import classes from './copy-value.module.css'

interface Props {
  /** What it is: named in the tip. */
  label: string
  value: string
  /** As it is shown, if it differs. */
  shown?: string
}

/** An identifier that is copied by a click. */
export function CopyValue({ label, value, shown = value }: Props) {
  const { t } = useTranslation('ui')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(value))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <button
      type="button"
      className={`${classes.value} mono`}
      title={t('copyOf', { label })}
      data-copied={copied || undefined}
      onClick={() => void copy()}
    >
      {shown}
      <span className={classes.done} role="status">
        {copied ? t('copied') : ''}
      </span>
    </button>
  )
}
