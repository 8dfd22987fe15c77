import { updateCompany } from '@longreach/contract/companies/endpoints'
import { editCompanyForm } from '@longreach/contract/companies/forms'
import type { Company } from '@longreach/contract/companies/schemas'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../../api/session.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { toast } from '../../ui/toast.ts'

export function EditCompanyWindow({ company: { id, name } }: { company: Pick<Company, 'id' | 'name'> }) {
  const { t } = useTranslation('companies')
  return (
    <FormWindow
      form={editCompanyForm}
      values={{ name }}
      beforeSend={(body) => {
        // Nothing is sent if the name is unchanged (spec §5).
        if (body.name === name) toast(t('form.same'))
        return body.name !== name
      }}
      send={(body) => call(updateCompany, { params: { id }, body })}
      done={(body) => t('form.edited', { name: body.name })}
      reload={[['companies'], sessionQuery.queryKey]}
    />
  )
}
