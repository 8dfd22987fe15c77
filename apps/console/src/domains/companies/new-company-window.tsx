import { createCompany } from '@longreach/contract/companies/endpoints'
import { newCompanyForm } from '@longreach/contract/companies/forms'
import { type Company, companyLevels } from '@longreach/contract/companies/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useCan, useUser } from '../../api/session.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { parentControl } from './parent-control.tsx'

/** The default parent: `parent`, the first level for users who may create companies there, or their own company. */
export function NewCompanyWindow({ parent }: { parent: Pick<Company, 'id' | 'name'> | null }) {
  const { t } = useTranslation('companies')
  const { company } = useUser()
  const platform = useCan('super_admin')
  const chosen = parent ?? (company.level > 0 && company.level < companyLevels ? company : null)
  const controls = useMemo(() => ({ parent_id: parentControl({ chosen }) }), [chosen])
  return (
    <FormWindow
      form={newCompanyForm}
      values={{ parent_id: chosen?.id ?? (platform ? 0 : null) }}
      controls={controls}
      send={(body) => call(createCompany, { body })}
      done={({ name }) => t('form.created', { name })}
      reload={[['companies']]}
    />
  )
}
