import { type FormEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { entries } from './entries.ts'
import { useFirstField } from './first-field.ts'
import { useWindow } from './use-window.ts'
import classes from './window.module.css'

interface FormProps {
  children: ReactNode
  onSubmit: () => void
  submit: string
  busy: boolean
  /** Set while there is nothing to send. */
  disabled?: boolean
  /** Errors of the form as a whole. */
  errors: readonly string[]
  /** Ref of the scrolling part. */
  body?: RefObject<HTMLDivElement | null>
  /** Replaces the button that closes the window. */
  cancel?: ReactNode
}

/** A form that fills a window: errors above a scrolling body, Cancel and the primary button below. */
export function WindowForm({ children, onSubmit, submit, busy, disabled = false, errors, body, cancel }: FormProps) {
  const { t } = useTranslation('ui')
  const { close, fill } = useWindow()
  const own = useRef<HTMLDivElement>(null)
  const scroller = body ?? own
  useFirstField(scroller)
  useLayoutEffect(() => {
    if (errors.length > 0) scroller.current?.scrollTo({ top: 0 })
  }, [errors, scroller])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !disabled) onSubmit()
  }
  return (
    <form className={classes.form} onSubmit={send} {...entries(() => fill?.(true))} noValidate>
      <div ref={scroller} className={classes.body}>
        {errors.length > 0 ? (
          <div className={classes.problem} role="alert">
            {errors.map((error) => (
              <p key={error}>{error}</p>
            ))}
          </div>
        ) : null}
        {children}
      </div>
      <div className={classes.actions}>
        {cancel ?? <Button onClick={close}>{t('cancel')}</Button>}
        <Button look="primary" type="submit" busy={busy} disabled={disabled}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
