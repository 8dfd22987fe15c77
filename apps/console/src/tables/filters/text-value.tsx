import '../texts.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { FilterField } from './field.ts'
import classes from './filter-builder.module.css'
import { accepts } from './rules.ts'

interface Props {
  field: FilterField
  value: string | null
  onDone: (value: string) => void
}

export function TextValue({ field, value, onDone }: Props) {
  const { t } = useTranslation('ui')
  const [text, setText] = useState(value ?? '')
  const ready = accepts(field, text.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onDone(text.trim())
  }
  return (
    <form onSubmit={submit}>
      <input
        className={classes.search}
        value={text}
        maxLength={100}
        aria-label={field.label}
        data-autofocus
        onChange={(event) => setText(event.target.value)}
      />
      <div className={classes.foot}>
        <Button size="small" look="primary" type="submit" disabled={!ready}>
          {t('filter.apply')}
        </Button>
      </div>
    </form>
  )
}
