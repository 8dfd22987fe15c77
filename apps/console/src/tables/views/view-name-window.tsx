import '../texts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/field.tsx'
import { windows } from '../../windows/store.ts'
import { WindowForm } from '../../windows/window-form.tsx'
import { cleanName, viewLimits } from './views.ts'

interface Props {
  submit: string
  name: string
  /** Names of the other views. */
  taken: readonly string[]
  onName: (name: string) => void
}

const id = 'view-name'

export function openViewName({ title, ...props }: Props & { title: string }): void {
  windows.open({ id, title, width: 420, content: <ViewName {...props} /> })
}

function ViewName({ submit, name: before, taken, onName }: Props) {
  const { t } = useTranslation('ui')
  const [name, setName] = useState(before)
  const [error, setError] = useState<string>()
  const save = () => {
    const clean = cleanName(name)
    if (clean === '') return setError(t('views.nameless'))
    if (taken.includes(clean)) return setError(t('views.taken'))
    onName(clean)
    windows.close(id)
  }
  return (
    <WindowForm onSubmit={save} submit={submit} busy={false} errors={[]}>
      <TextField
        label={t('views.name')}
        required
        value={name}
        error={error}
        maxLength={viewLimits.name}
        onChange={(event) => {
          setName(event.target.value)
          setError(undefined)
        }}
      />
    </WindowForm>
  )
}
