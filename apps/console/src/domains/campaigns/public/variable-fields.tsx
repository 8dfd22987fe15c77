import { TextField } from '../../../ui/field.tsx'

interface Props {
  variables: readonly { name: string; secret: boolean }[]
  values: Readonly<Record<string, string>>
  secretHint: string
  errorOf: (name: string) => string | undefined
  onChange: (name: string, value: string) => void
}

export function VariableFields({ variables, values, secretHint, errorOf, onChange }: Props) {
  return variables.map(({ name, secret }) => (
    <TextField
      key={name}
      label={name}
      type={secret ? 'password' : 'text'}
      autoComplete={secret ? 'new-password' : 'off'}
      hint={secret ? secretHint : undefined}
      required
      value={values[name] ?? ''}
      error={errorOf(name)}
      onChange={({ target }) => onChange(name, target.value)}
    />
  ))
}
