import '../ui/texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PasswordField, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { BodyProps } from './confirm.tsx'
import { silence } from './reminders.ts'
import { useWindow } from './use-window.ts'
import classes from './window.module.css'
import { WindowActions, WindowBody } from './window-parts.tsx'

/** A question with a text field, a selection, or a checkbox that disables it. */
export function QuestionForm({ question, onYes }: BodyProps) {
  const { t } = useTranslation('ui')
  const client = useQueryClient()
  const { close } = useWindow()
  const { input: asked, selectBox, reminderKey } = question
  const [input, setInput] = useState('')
  const [selected, setSelected] = useState<string | null>(null)
  const [never, setNever] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Loaded after the window has looked for an element to focus.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  const incomplete = selectBox !== undefined && selected === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (incomplete) return
    if (reminderKey !== undefined && never) void silence(client, reminderKey)
    onYes({ input, selected })
  }
  const Typed = asked?.type === 'password' ? PasswordField : TextField
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <WindowBody>
        {question.text}
        {selectBox ? <Select {...selectBox} required value={selected} onChange={setSelected} /> : null}
        {asked ? (
          <Typed
            label={asked.label}
            autoComplete={asked.type === 'password' ? 'current-password' : 'off'}
            value={input}
            data-autofocus
            onChange={({ target }) => setInput(target.value)}
          />
        ) : null}
        {reminderKey === undefined ? null : (
          <Checkbox
            showLabel
            label={t('neverAgain')}
            checked={never}
            onChange={({ target }) => setNever(target.checked)}
          />
        )}
      </WindowBody>
      <WindowActions>
        <Button onClick={close}>{question.cancel ?? t('cancel')}</Button>
        <Button look={question.danger ? 'danger' : 'primary'} type="submit" disabled={incomplete}>
          {question.confirm ?? t('confirm')}
        </Button>
      </WindowActions>
    </form>
  )
}
