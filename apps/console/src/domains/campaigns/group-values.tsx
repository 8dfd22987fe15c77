import './texts.ts'
import { getTaskGroup } from '@longreach/contract/tasks/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import type { ControlProps } from '../../forms/controls/control.ts'
import { VariableFields } from './public/variable-fields.tsx'

interface Given {
  name: string
  value: string
}

const variablesQuery = (id: number) => ({
  queryKey: ['tasks', 'variables', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(getTaskGroup, { params: { id } }, signal)).data.variables,
})

/** Values for the variables of the group in `group_id`, as rows of name and value. */
export function GroupValues({ value, values, onChange, errorsInside = {} }: ControlProps) {
  const { t } = useTranslation('campaigns')
  const { group_id } = values
  const id = typeof group_id === 'number' ? group_id : 0
  const { data = [] } = useQuery({ ...variablesQuery(id), enabled: id > 0 })
  const given = (value ?? []) as readonly Given[]
  return (
    <VariableFields
      variables={data}
      values={Object.fromEntries(given.map((one) => [one.name, one.value]))}
      secretHint={t('form.secret')}
      errorOf={(name) => errorsInside[name]}
      onChange={(name, text) => onChange([...given.filter((one) => one.name !== name), { name, value: text }])}
    />
  )
}
