import type { ItemField } from '@longreach/contract/forms/fields'
import { useTranslation } from 'react-i18next'
import { type ControlProps, facts } from '../../../forms/controls/control.ts'
import { MultiSelect } from '../../../ui/multi-select.tsx'
import { useCompanyOptions } from './use-company-options.ts'

export function CompaniesControl({ field, value, onChange, error }: ControlProps<ItemField>) {
  const { t } = useTranslation('companies')
  const chosen = ((value as number[] | undefined) ?? []).map(String)
  const { options, onSearch } = useCompanyOptions(chosen.join())
  const { label, hint } = facts(field)
  return (
    <MultiSelect
      label={label}
      hint={hint}
      values={chosen}
      options={options}
      emptyText={t('form.noParent')}
      error={error}
      onSearch={onSearch}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
