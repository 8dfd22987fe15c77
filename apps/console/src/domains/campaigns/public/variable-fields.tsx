import { TextField } from '../../../ui/field.tsx'

interface Props {
  variables: readonly { name: string; secret: boolean }[]
  values: Readonly<Record<string, string>>
  secretHint: string
  errorOf: (name: string) => string | undefined
  onChange: (name: string, value: string) => void
  /** Whether the first field gets the focus when the window opens. */
  focused?: boolean
}

export function VariableFields({ variables, values, secretHint, errorOf, onChange, focused = false }: Props) {
  return variables.map(({ name, secret }, at) => (
    <TextField
      key={name}
      label={name}
      type={secret ? 'password' : 'text'}
      autoComplete={secret ? 'new-password' : 'off'}
      hint={secret ? secretHint : undefined}
      required
      data-autofocus={(focused && at === 0) || undefined}
      value={values[name] ?? ''}
      error={errorOf(name)}
      onChange={({ target }) => onChange(name, target.value)}
    />
  ))
}
