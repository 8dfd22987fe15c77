import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translated } from '../i18n/translated.ts'
import classes from './field.module.css'
import { IconEye, IconEyeOff } from './icons.ts'

interface FieldProps {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** Beside the label, in smaller type. */
  subtext?: ReactNode
  required?: boolean
  className?: string | undefined
}

interface Wiring {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}

/** Label above, control, then hint and error, all associated for screen readers. */
export function Field({
  label,
  error,
  hint,
  subtext,
  required,
  className,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={[classes.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={classes.label}>
        {label}
        {required ? <span aria-hidden="true"> *</span> : null}
        {subtext ? <small className={classes.subtext}>{subtext}</small> : null}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
        'aria-required': required ? true : undefined,
      })}
      {hint ? (
        <div id={`${id}-hint`} className={classes.hint}>
          {typeof hint === 'string' ? translated(hint) : hint}
        </div>
      ) : null}
      {error ? (
        <div id={`${id}-error`} className={classes.error} role="alert">
          {translated(error)}
        </div>
      ) : null}
    </div>
  )
}

type TextProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'required' | 'size'> & { ref?: Ref<HTMLInputElement>; mono?: boolean }

export function TextField({ label, error, hint, required = false, className, mono, ...input }: TextProps) {
  return (
    <Field label={label} error={error} hint={hint} required={required} className={className}>
      {(wiring) => (
        <input
          type="text"
          {...input}
          {...wiring}
          className={mono ? `${classes.input} ${classes.mono}` : classes.input}
        />
      )}
    </Field>
  )
}

/** A password that can be revealed. */
export function PasswordField({ label, error, hint, required = false, className, ...input }: TextProps) {
  const { t } = useTranslation('ui')
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint} required={required} className={className}>
      {(wiring) => (
        <div className={classes.withButton}>
          <input {...input} {...wiring} type={shown ? 'text' : 'password'} className={classes.input} />
          <button
            type="button"
            className={classes.reveal}
            aria-label={t(shown ? 'hidePassword' : 'showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />}
          </button>
        </div>
      )}
    </Field>
  )
}
