import './texts.ts'
import { periodChoices } from '@longreach/contract/monitoring/template-constants'
import fieldClasses from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { formatDuration } from '../../ui/format.ts'

interface Props {
  label: string
  /** Seconds. */
  value: number
  onChange: (seconds: number) => void
  /** Hides the label. */
  bare?: boolean
  error?: string | undefined
}

/** An interval: one of the usual ones, or the current value. */
export function PeriodField({ label, value, onChange, bare = false, error }: Props) {
  const choices = [...new Set<number>([...periodChoices, value])].sort((one, other) => one - other)
  const options = choices.map((seconds) => (
    <option key={seconds} value={seconds}>
      {formatDuration(seconds)}
    </option>
  ))
  const shared = {
    className: fieldClasses.input,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(Number(target.value)),
  }
  if (bare)
    return (
      <select aria-label={label} {...shared}>
        {options}
      </select>
    )
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <select {...wiring} {...shared}>
          {options}
        </select>
      )}
    </Field>
  )
}
