import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { useWindow } from './use-window.ts'
import classes from './window.module.css'

/** The scrolling part of a window. */
export function WindowBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>
}

/** Actions at the bottom right, one of them primary. */
export function WindowActions({ children }: { children: ReactNode }) {
  return <footer className={classes.actions}>{children}</footer>
}

interface FormProps {
  children: ReactNode
  onSubmit: () => void
  submit: string
  busy: boolean
  /** What went wrong and belongs to no field. */
  errors: readonly string[]
}

/** A form that fills a window: body scrolls, errors on top, Cancel and one primary below. */
export function WindowForm({ children, onSubmit, submit, busy, errors }: FormProps) {
  const { t } = useTranslation('ui')
  const { close } = useWindow()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <div className={classes.body}>
        {errors.length > 0 ? (
          <div className={classes.problem} role="alert">
            {errors.map((error) => (
              <p key={error}>{error}</p>
            ))}
          </div>
        ) : null}
        {children}
      </div>
      <footer className={classes.actions}>
        <Button onClick={close}>{t('cancel')}</Button>
        <Button look="primary" type="submit" busy={busy}>
          {submit}
        </Button>
      </footer>
    </form>
  )
}
