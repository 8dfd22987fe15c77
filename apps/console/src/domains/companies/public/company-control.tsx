import type { ItemField } from '@longreach/contract/forms/fields'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type ControlProps, facts } from '../../../forms/controls/control.ts'
import { Select } from '../../../ui/select.tsx'
import { useCompanyChoice } from './use-company-choice.ts'

/** Selects the company of a new object; preset to the most likely one. */
export function CompanyControl({ field, value, onChange, error }: ControlProps<ItemField>) {
  const { t } = useTranslation('companies')
  const companies = useCompanyChoice(typeof value === 'number' ? String(value) : null)
  const likeliest = companies.value
  useEffect(() => {
    if (value === null && likeliest !== null) onChange(Number(likeliest))
  }, [value, likeliest, onChange])
  return (
    <Select
      {...facts(field)}
      searchable
      value={likeliest}
      options={companies.options}
      onSearch={companies.onSearch}
      emptyText={t('form.noParent')}
      error={error}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
