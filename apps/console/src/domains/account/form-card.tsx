import type { Form } from '@longreach/contract/forms/fields'
import type { ReactNode } from 'react'
import type { FormAnswer } from '../../forms/follow.ts'
import { FormFields } from '../../forms/form-fields.tsx'
import { type SubmitOptions, useFormSubmit } from '../../forms/use-form-submit.ts'
import { textOf } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useFirstField } from '../../windows/first-field.ts'
import { SignInCard } from './sign-in-card.tsx'
import classes from './sign-in-page.module.css'

interface Props<F extends Form, Answer extends FormAnswer> extends SubmitOptions<F, Answer> {
  intro?: ReactNode
  children?: ReactNode
}

/** A declared form on a page for visitors, such as that of a mailed link. */
export function FormCard<const F extends Form, Answer extends FormAnswer>({
  intro,
  children,
  ...options
}: Props<F, Answer>) {
  const state = useFormSubmit<F, Answer>({ done: null, reload: false, leaveOpen: true, ...options })
  useFirstField(state.body)
  if (state.next !== null) return state.next
  return (
    <SignInCard title={textOf(options.form.title)}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void state.submit()
        }}
      >
        <div ref={state.body} className={classes.form}>
          {state.errors.general.map((message) => (
            <div key={message} className={classes.problem} role="alert">
              {message}
            </div>
          ))}
          {intro}
          <FormFields state={state} />
        </div>
        <Button type="submit" look="primary" busy={state.busy} className={classes.submit}>
          {textOf(options.form.submit)}
        </Button>
        {children}
      </form>
    </SignInCard>
  )
}
