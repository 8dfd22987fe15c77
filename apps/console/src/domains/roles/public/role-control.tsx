import type { ItemField } from '@longreach/contract/forms/fields'
import { type ControlProps, facts } from '../../../forms/controls/control.ts'
import { RolePicker } from './role-picker.tsx'

/** Selects a role that users of a company can have; null for users of several companies, with a hint. */
export function roleControl(companyId: number | null, hint?: string) {
  return function RoleControl({ field, value, onChange, error }: ControlProps<ItemField>) {
    return (
      <RolePicker
        label={facts(field).label}
        hint={hint}
        companyId={companyId}
        value={typeof value === 'number' ? String(value) : null}
        error={error}
        onChange={(id) => onChange(Number(id))}
      />
    )
  }
}
