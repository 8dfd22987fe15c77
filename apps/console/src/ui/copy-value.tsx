import { useTranslation } from 'react-i18next'
import classes from './copy-value.module.css'
import { useCopied } from './use-copied.ts'

interface Props {
  /** Kind of value, shown in the tip. */
  label: string
  value: string
  /** Displayed form, if it differs. */
  shown?: string
}

/** An identifier that a click copies. */
export function CopyValue({ label, value, shown = value }: Props) {
  const { t } = useTranslation('ui')
  const [copied, copy] = useCopied(value)
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
