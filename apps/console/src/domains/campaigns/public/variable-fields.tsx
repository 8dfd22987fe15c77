import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/field.tsx'

interface Props {
  variables: readonly { name: string; secret: boolean }[]
  values: Readonly<Record<string, string>>
  errorOf: (name: string) => string | undefined
  onChange: (name: string, value: string) => void
}

/** A field for each variable of a group. */
export function VariableFields({ variables, values, errorOf, onChange }: Props) {
  const { t } = useTranslation('tasks')
  return variables.map(({ name, secret }) => (
    <TextField
      key={name}
      label={name}
      type={secret ? 'password' : 'text'}
      autoComplete={secret ? 'new-password' : 'off'}
      hint={secret ? t('run.secret') : undefined}
      required
      value={values[name] ?? ''}
      error={errorOf(name)}
      onChange={({ target }) => onChange(name, target.value)}
    />
  ))
}
