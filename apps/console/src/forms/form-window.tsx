import './texts.ts'
import { checkForm, type FieldErrors } from '@longreach/contract/forms/check'
import { type Form, type FormBody, isNote, valueFields } from '@longreach/contract/forms/fields'
import { type Can, emptyValue, type Values } from '@longreach/contract/forms/visible'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionQuery, useUser } from '../api/session.ts'
import { textOf } from '../i18n/i18n.ts'
import { toast } from '../ui/toast.ts'
import { useWindow } from '../windows/use-window.ts'
import { WindowForm } from '../windows/window-parts.tsx'
import type { ControlProps } from './controls/control.ts'
import { Control } from './controls/controls.tsx'
import { showError } from './error-window.tsx'
import { follow } from './follow.ts'
import type { Proof } from './mfa.ts'
import { sendForm, type Target } from './send.ts'
import { deliver, type FormAnswer, type Refusal, refusalOf } from './submit.ts'
import { useFormValues } from './use-form-values.ts'

type Files = Readonly<Record<string, readonly File[]>>

interface Props<F extends Form, Answer extends FormAnswer> {
  form: F
  /** What stands in it at first. */
  values?: Values
  /** Makes the call; the proof belongs to the body. */
  send:
    | ((
        body: FormBody<F, string> & Partial<Proof>,
        files: Files,
        onProgress: (part: number) => void,
      ) => Promise<Answer>)
    | Target
  /** Said when it is done; the server's words when absent, nothing when null. */
  done?: string | null | ((body: FormBody<F, string>, answer: Answer) => string | null)
  onDone?: (answer: Answer) => void
  leaveOpen?: true
  /** The next step, shown in place of the form: what only the answer knows. */
  after?: (body: FormBody<F, string>, answer: Answer) => ReactNode
  /** What is asked for again afterwards: everything on screen unless given. */
  reload?: readonly QueryKey[] | false
  /** Where errors of no field are shown: above the fields, one alone as a toast, or in a window of their own. */
  errorsIn?: 'list' | 'toast' | 'window'
  /** Said of the fields beyond their declaration. */
  validate?: (values: Values) => FieldErrors
  /** False: nothing is sent, for a reason already shown. */
  before?: (body: FormBody<F, string>) => boolean
  /** Another place for the errors of an answer; null for the usual one. */
  place?: (error: unknown) => Refusal | null
  /** Controls of this form's own, by field. */
  controls?: Readonly<Record<string, ComponentType<ControlProps<never>>>>
  submit?: string
  /** Above the fields, and below them. */
  intro?: ReactNode
  children?: ReactNode | ((values: Values) => ReactNode)
}

/** Who is signed in is no matter of a form, unless it says so. */
const isList = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== sessionQuery.queryKey[0]

const none: Refusal = { byField: {}, general: [] }

/** A declared form in a window or on a page: fields, judgement, call, and what comes of it (spec §4, §8). */
export function FormWindow<const F extends Form, Answer extends FormAnswer>(props: Props<F, Answer>) {
  const { form, values: given = {}, controls = {}, children } = props
  const { t } = useTranslation('forms')
  const client = useQueryClient()
  const { permissions } = useUser()
  const can = useCallback<Can>((permission) => permissions.includes(permission), [permissions])
  const { close, page } = useWindow()
  const { state, values, shown } = useFormValues(form, given, can)
  const [refusal, setRefusal] = useState<Refusal>(none)
  const [refusals, setRefusals] = useState(0)
  const [progress, setProgress] = useState<number | null>(null)
  const [next, setNext] = useState<ReactNode>(null)
  const body = useRef<HTMLDivElement>(null)

  // Once its error is drawn.
  useEffect(() => {
    if (refusals > 0) body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])
  const refuse = (next: Refusal) => {
    setRefusal(next)
    setRefusals((count) => count + 1)
  }
  const fail = (error: unknown) => {
    const next = props.place?.(error) ?? refusalOf(form, error)
    body.current?.scrollTo?.({ top: 0 })
    const [only] = next.general
    const elsewhere = props.errorsIn === 'window' || (props.errorsIn === 'toast' && next.general.length === 1)
    if (only === undefined || !elsewhere) return refuse(next)
    refuse({ ...next, general: [] })
    if (props.errorsIn === 'window') showError(next.general)
    else toast(only, 'error')
  }
  const succeed = async (sent: FormBody<F, string>, answer: Answer) => {
    const { done = answer.message ?? null } = props
    const said = typeof done === 'function' ? done(sent, answer) : done
    if (said !== null) toast(said, 'success')
    const followed = await follow(answer)
    if (props.after) setNext(props.after(sent, answer))
    else if (followed || page || !props.leaveOpen) close()
    props.onDone?.(answer)
    if (page || props.reload === false) return
    if (!props.reload) return void client.invalidateQueries({ predicate: isList })
    for (const queryKey of props.reload) void client.invalidateQueries({ queryKey })
  }
  const submit = state.handleSubmit(async (typed) => {
    setRefusal(none)
    // What was typed and not taken is not left behind.
    const pending = body.current?.querySelector<HTMLElement>('[data-pending]')
    if (pending) return pending.focus()
    const checked = checkForm(form, typed, can)
    const errors = { ...props.validate?.(typed), ...('errors' in checked ? checked.errors : {}) }
    if (Object.keys(errors).length > 0 || 'errors' in checked) return refuse({ byField: errors, general: [] })
    const sent = checked.body as FormBody<F, string>
    if (props.before?.(sent) === false) return
    const files = filesOf(form, typed)
    try {
      const { send } = props
      const answer = await deliver((proof) =>
        typeof send === 'function'
          ? send({ ...sent, ...proof }, files, setProgress)
          : (sendForm(send, { ...sent, ...proof }, files, setProgress) as Promise<unknown> as Promise<Answer>),
      )
      if (answer !== null) await succeed(sent, answer)
    } catch (error) {
      fail(error)
    }
    setProgress(null)
  })
  const change = (key: string, value: unknown) => {
    const reset = valueFields(form).filter((field) => resetBy(form, key).includes(field.key))
    state.setValue(key, value)
    for (const field of reset) state.setValue(field.key, emptyValue(field))
    setRefusal((now) => [key, ...reset.map((field) => field.key)].reduce(without, now))
  }
  if (next !== null) return next
  const { byField, general } = refusal
  return (
    <WindowForm
      body={body}
      onSubmit={() => void submit()}
      submit={props.submit ?? textOf(form.submit)}
      busy={state.formState.isSubmitting}
      errors={general}
    >
      {props.intro}
      {shown.map((field) => {
        const One = (isNote(field) ? Control : (controls[field.key] ?? Control)) as ComponentType<ControlProps>
        return (
          <One
            key={field.key}
            field={field}
            value={values[field.key]}
            values={values}
            error={byField[field.key]}
            errorsInside={inside(byField, field.key)}
            onChange={(value) => change(field.key, value)}
          />
        )
      })}
      {progress === null ? null : <progress value={progress} aria-label={t('file.sending')} />}
      {typeof children === 'function' ? children(values) : children}
    </WindowForm>
  )
}

const resetBy = (form: Form, key: string): readonly string[] =>
  valueFields(form).find((field) => field.key === key)?.resets ?? []

/** Errors of a table's cells, by row and column. */
const inside = (errors: FieldErrors, key: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([place, said]) =>
      place.startsWith(`${key}.`) ? [[place.slice(key.length + 1), said]] : [],
    ),
  )

/** An error of a field goes when its value changes. */
function without(refusal: Refusal, key: string): Refusal {
  const kept = Object.entries(refusal.byField).filter(([place]) => place !== key && !place.startsWith(`${key}.`))
  return kept.length === Object.keys(refusal.byField).length
    ? refusal
    : { ...refusal, byField: Object.fromEntries(kept) }
}

function filesOf(form: Form, values: Values): Files {
  const fields = form.fields.filter(({ type }) => type === 'file')
  return Object.fromEntries(
    fields.map(({ key }) => [key, [values[key]].flat().filter((one): one is File => one instanceof File)]),
  )
}
