import './texts.ts'
import { checkForm, type FieldErrors } from '@longreach/contract/forms/check'
import type { Form, FormBody } from '@longreach/contract/forms/fields'
import type { Can, Values } from '@longreach/contract/forms/visible'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { NotProven } from '../api/proof.ts'
import { sessionQuery, usePermissions } from '../api/session.ts'
import { toastDone } from '../ui/done.ts'
import { toast } from '../ui/toast.ts'
import { useWindow } from '../windows/use-window.ts'
import { showError } from './error-window.tsx'
import { findPending, focusFirstError } from './focus.ts'
import { type FormAnswer, follow } from './follow.ts'
import { type FormErrors, formErrorsOf, noErrors, withoutField } from './form-errors.ts'
import { sendForm, type Target } from './send.ts'
import { useFormValues } from './use-form-values.ts'

export type Files = Readonly<Record<string, readonly File[]>>

export interface SubmitOptions<F extends Form, Answer extends FormAnswer> {
  form: F
  /** Initial values of fields, and other values that conditions and controls of the form refer to. */
  values?: Values
  send: ((body: FormBody<F, string>, files: Files, onProgress: (part: number) => void) => Promise<Answer>) | Target
  /** Message after success; if absent, that of the server; if null, none. */
  done?: string | null | ((body: FormBody<F, string>, answer: Answer) => string | null)
  onDone?: (answer: Answer) => void
  leaveOpen?: true
  /** The next step, shown instead of the form; `back` shows the form again with its values. */
  after?: (body: FormBody<F, string>, answer: Answer, back: () => void) => ReactNode
  /** Shown instead of the form after an error that ends it. */
  afterError?: (error: unknown) => ReactNode
  /** Queries to reload; by default all on the screen. */
  reload?: readonly QueryKey[] | false
  /** Location of errors of the form as a whole: above the fields, a single one as a toast, or in a window. */
  errorsIn?: 'list' | 'toast' | 'window'
  /** Additional validation beyond the declaration. */
  validate?: (values: Values) => FieldErrors
  /** Returns false to stop the form from being sent, after showing the reason. */
  beforeSend?: (body: FormBody<F, string>) => boolean
  /** Custom assignment of the errors of a failed call to fields; null for the usual one. */
  errorsOf?: (error: unknown) => FormErrors | null
}

/** Only forms that name the session reload it. */
const isOnScreen = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== sessionQuery.queryKey[0]

/** State of a form and its submission: validation, the call, its errors, and the steps after success (spec §4, §8). */
export function useFormSubmit<const F extends Form, Answer extends FormAnswer>(options: SubmitOptions<F, Answer>) {
  const { form } = options
  const client = useQueryClient()
  const permissions = usePermissions()
  const can = useCallback<Can>((permission) => permissions.includes(permission), [permissions])
  const { close, fill, page } = useWindow()
  const { values, latest, shown, change: setValue } = useFormValues(form, options.values ?? {}, can)
  const [errors, setErrors] = useState<FormErrors>(noErrors)
  const [failures, setFailures] = useState(0)
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const [next, setNext] = useState<ReactNode>(null)
  const body = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (failures > 0 && body.current) focusFirstError(body.current)
  }, [failures])

  const showErrors = (found: FormErrors) => {
    setErrors(found)
    setFailures((count) => count + 1)
  }
  const fail = (error: unknown) => {
    const instead = options.afterError?.(error) ?? null
    if (instead !== null) return setNext(instead)
    const found = options.errorsOf?.(error) ?? formErrorsOf(form, error, shown)
    body.current?.scrollTo?.({ top: 0 })
    const [only] = found.general
    const elsewhere = options.errorsIn === 'window' || (options.errorsIn === 'toast' && found.general.length === 1)
    if (only === undefined || !elsewhere) return showErrors(found)
    showErrors({ ...found, general: [] })
    if (options.errorsIn === 'window') showError(found.general)
    else toast(only, 'error')
  }
  const succeed = async (sent: FormBody<F, string>, answer: Answer) => {
    fill?.(false)
    const { done = answer.message ?? null } = options
    const message = typeof done === 'function' ? done(sent, answer) : done
    if (message !== null) toastDone(message, answer, client)
    const followed = await follow(answer)
    if (options.after) setNext(options.after(sent, answer, () => setNext(null)))
    else if (followed || page || !options.leaveOpen) close()
    options.onDone?.(answer)
    if (page || options.reload === false) return
    if (!options.reload) return void client.invalidateQueries({ predicate: isOnScreen })
    for (const queryKey of options.reload) void client.invalidateQueries({ queryKey })
  }
  const sendBody = (sent: FormBody<F, string>, files: Files): Promise<Answer> => {
    const { send } = options
    if (typeof send === 'function') return send(sent, files, setProgress)
    return sendForm(send, sent, files, setProgress) as Promise<unknown> as Promise<Answer>
  }
  const submit = async () => {
    if (busy) return
    setErrors(noErrors)
    const pending = findPending(body.current)
    if (pending) return pending.focus()
    const checked = checkForm(form, latest.current, can)
    const found = { ...options.validate?.(latest.current), ...('errors' in checked ? checked.errors : {}) }
    if (Object.keys(found).length > 0 || 'errors' in checked) return showErrors({ byField: found, general: [] })
    const sent = checked.body as FormBody<F, string>
    if (options.beforeSend?.(sent) === false) return
    setBusy(true)
    try {
      await succeed(sent, await sendBody(sent, filesOf(form, latest.current)))
    } catch (error) {
      // The form keeps its values.
      if (!(error instanceof NotProven)) fail(error)
    }
    setProgress(null)
    setBusy(false)
  }
  const change = (key: string, value: unknown) => {
    const changed = setValue(key, value)
    setErrors((now) => changed.reduce(withoutField, now))
  }
  return { form, values, shown, errors, busy, progress, next, body, submit, change }
}

export type FormState = ReturnType<typeof useFormSubmit>

function filesOf(form: Form, values: Values): Files {
  const fields = form.fields.filter(({ type }) => type === 'file')
  return Object.fromEntries(
    fields.map(({ key }) => [key, [values[key]].flat().filter((one): one is File => one instanceof File)]),
  )
}
