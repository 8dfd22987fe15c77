import { translated } from '../../i18n/translated.ts'
import fieldClasses from '../../ui/field.module.css'

interface Props {
  id: string
  hint: string | undefined
  error: string | undefined
}

/** Value of `aria-describedby` for a group with a hint or an error below. */
export const describedBy = (id: string, hint: string | undefined, error: string | undefined) =>
  hint || error ? id : undefined

/** Hint and error of a control that is more than a single input. */
export function FieldMessages({ id, hint, error }: Props) {
  if (!hint && !error) return null
  return (
    <div id={id}>
      {hint ? <p className={fieldClasses.hint}>{translated(hint)}</p> : null}
      {error ? (
        <p className={fieldClasses.error} role="alert">
          {translated(error)}
        </p>
      ) : null}
    </div>
  )
}
