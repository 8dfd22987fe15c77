import type { Form } from '@longreach/contract/forms/fields'
import type { Values } from '@longreach/contract/forms/visible'
import { type ReactNode, useEffect } from 'react'
import { textOf } from '../i18n/i18n.ts'
import { WindowForm } from '../windows/window-form.tsx'
import type { FormAnswer } from './follow.ts'
import { type Controls, FormFields } from './form-fields.tsx'
import { type SubmitOptions, useFormSubmit } from './use-form-submit.ts'

interface Props<F extends Form, Answer extends FormAnswer> extends SubmitOptions<F, Answer> {
  controls?: Controls
  /** Text of the primary button, instead of the declared one. */
  submit?: string
  /** Replaces the button that closes the window. */
  cancel?: ReactNode
  intro?: ReactNode
  /** Sends the form when it opens; its fields are shown for another attempt. */
  immediately?: boolean
  children?: ReactNode | ((values: Values) => ReactNode)
}

/** A declared form that fills a window, or the page of the form. */
export function FormWindow<const F extends Form, Answer extends FormAnswer>({
  controls,
  submit,
  cancel,
  intro,
  immediately = false,
  children,
  ...options
}: Props<F, Answer>) {
  const state = useFormSubmit<F, Answer>(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (immediately) void state.submit()
  }, [])
  if (state.next !== null) return state.next
  return (
    <WindowForm
      body={state.body}
      onSubmit={() => void state.submit()}
      submit={submit ?? textOf(options.form.submit)}
      cancel={cancel}
      busy={state.busy}
      errors={state.errors.general}
    >
      {intro}
      <FormFields state={state} controls={controls} />
      {typeof children === 'function' ? children(state.values) : children}
    </WindowForm>
  )
}
