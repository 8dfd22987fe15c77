import { fitsCompany } from '@longreach/contract/roles/fits'
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../../ui/select.tsx'
import { roleChoicesQuery } from '../queries.ts'
import { shortTitle } from './short-title.ts'

interface Props {
  label: string
  /** Default: true. */
  required?: boolean
  hint?: string | undefined
  /** Company of the user who gets the role; null for users of several companies, who can only get default roles. */
  companyId: number | null
  value: string | null
  onChange: (id: string) => void
  error?: string | undefined
}

/** Selects a role that can be assigned in a company: a default one or one of its own. */
export function RolePicker({ label, required = true, hint, companyId, value, onChange, error }: Props) {
  const { data = [] } = useQuery(roleChoicesQuery(companyId))
  // No company has this id: its users can only have default roles.
  const fitting = data.filter((role) => fitsCompany(role, companyId ?? -1))
  return (
    <Select
      label={label}
      hint={hint}
      required={required}
      searchable
      value={value}
      options={fitting.map(({ id, title }) => ({ value: String(id), label: shortTitle(title) }))}
      error={error}
      onChange={onChange}
    />
  )
}
