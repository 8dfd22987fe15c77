import '../texts.ts'
import { useQuery } from '@tanstack/react-query'
import type { ControlProps } from '../../../forms/controls/control.ts'
import { groupQuery } from '../queries.ts'
import { VariableFields } from '../variable-fields.tsx'

interface Given {
  name: string
  value: string
}

/** Values for the variables of the group in `group_id`, as rows of their names and values. */
export function GroupValues({ value, values, onChange, errorsInside = {} }: ControlProps) {
  const { group_id } = values
  const id = typeof group_id === 'number' ? group_id : 0
  const { data } = useQuery({ ...groupQuery(id), enabled: id > 0 })
  const given = (value ?? []) as readonly Given[]
  return (
    <VariableFields
      variables={data?.variables ?? []}
      values={Object.fromEntries(given.map((one) => [one.name, one.value]))}
      errorOf={(name) => errorsInside[name]}
      onChange={(name, text) => onChange([...given.filter((one) => one.name !== name), { name, value: text }])}
    />
  )
}
